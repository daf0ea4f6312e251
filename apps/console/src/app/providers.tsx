import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { queryClient } from '../api/query-client.ts';
import { router } from './router.tsx';
import { styleNonce } from './style-nonce.ts';
import { cssVariables, theme } from './theme.ts';

// Mantine names the nonce to its own styles; what dialogs do to the page's scroll bar asks here.
setNonce(styleNonce());

/** Everything that the pages need: the look, the data, the addresses. */
export function Providers() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      deduplicateInlineStyles
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
