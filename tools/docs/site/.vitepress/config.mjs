import path from 'node:path';
import { defineConfig } from 'vitepress';
import { audiences } from '../../src/stage/site-map.ts';
import { slugOf } from '../../src/reference/slug.ts';

const pathOf = (place) => `/${place.replace(/(^|\/)index$/, '$1')}`;

/** Each audience has its own sidebar. */
const sidebar = Object.fromEntries(
  audiences.map(({ path: folder, chapters }) => [
    `/${folder}/`,
    chapters.map(({ text, pages }) => ({
      text,
      collapsed: false,
      items: pages.map(({ path: place, text: title }) => ({ text: title, link: pathOf(place) })),
    })),
  ]),
);

export default defineConfig({
  title: 'Call Intelligence',
  description: 'Record sales calls and get summaries with evidence, action items and contacts.',
  lang: 'en-US',
  base: '/docs/',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/logo.svg' }]],
  srcDir: path.resolve(import.meta.dirname, '../../dist/pages'),
  outDir: path.resolve(import.meta.dirname, '../../dist/web'),
  cacheDir: path.resolve(import.meta.dirname, '../../dist/cache'),
  cleanUrls: true,
  // The gateway serves this one: the interactive reference.
  ignoreDeadLinks: [/^\/api$/],
  metaChunk: true,
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: {
    configFile: false,
    publicDir: path.resolve(import.meta.dirname, '../public'),
    // The gateway's policy admits no data: fonts.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  },
  themeConfig: {
    logo: { src: '/logo.svg', alt: '' },
    nav: audiences.map(({ name, path: folder }) => ({ text: name, link: `/${folder}/`, activeMatch: `^/${folder}/` })),
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local' },
    docFooter: { prev: 'Previous page', next: 'Next page' },
    notFound: {
      title: 'Page not found',
      quote: 'No page has this address. Search the documentation, or begin at the start.',
      linkText: 'Go to the start',
      linkLabel: 'Go to the start of the documentation',
    },
  },
});
