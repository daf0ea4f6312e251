import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { language } from './texts/language.ts';

document.documentElement.lang = language;
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console.');
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
