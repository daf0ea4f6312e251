import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, loadEnv } from 'vite';

/** Where the gateway answers while the console is developed, unless CONSOLE_GATEWAY_URL says otherwise: where `npm start` has it. */
const defaultGateway = 'http://127.0.0.1:8080';

export default defineConfig(({ mode }) => {
  const gateway = loadEnv(mode, import.meta.dirname, 'CONSOLE_').CONSOLE_GATEWAY_URL ?? defaultGateway;
  return {
    base: '/console/',
    plugins: [react()],
    css: { postcss: { plugins: [mantine()] } },
    // Libraries of this repository are read from their sources.
    resolve: { conditions: ['@ci/source', 'module', 'browser', 'development|production'] },
    // The gateway puts a fresh nonce in the place of this word, with each answer.
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir: 'dist/web',
      target: 'baseline-widely-available',
      // A font as data: would be refused by `font-src 'self'`.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 600,
      // Pages are loaded one by one; what nine of them share is one file, which compresses better than ninety.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 9 }] } } },
    },
    server: {
      // The session's cookie is for this origin; the gateway compares Origin with Host, so Host stays as it is.
      proxy: { '/console/api': { target: gateway, changeOrigin: false } },
    },
  };
});
