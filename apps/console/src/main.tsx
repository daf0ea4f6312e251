import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/global.css';
import { language } from './formats/language.ts';
import { loadTexts } from './texts/texts.ts';

document.documentElement.lang = language;
await loadTexts();
const { showConsole } = await import('./app/show-console.tsx');
showConsole();
