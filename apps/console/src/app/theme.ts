import {
  ActionIcon,
  Badge,
  Button,
  createTheme,
  Drawer,
  InputWrapper,
  Menu,
  Modal,
  Notification,
  Table,
  Tooltip,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { texts } from '../texts/texts.ts';

/** Greys with a breath of green, so that they sit well beside the petrol. */
const gray: MantineColorsTuple = [
  '#f6f8f7',
  '#edf0ef',
  '#e1e6e4',
  '#ced5d3',
  '#b0bab7',
  '#8a9693',
  '#5d6a67',
  '#485451',
  '#2f3937',
  '#1a2220',
];

const dark: MantineColorsTuple = [
  '#dbe2e0',
  '#bcc6c3',
  '#9aa6a3',
  '#75827f',
  '#414c4a',
  '#323c3a',
  '#222a29',
  '#161d1c',
  '#101615',
  '#0a0f0e',
];

const petrol: MantineColorsTuple = [
  '#eaf6f4',
  '#d5ebe8',
  '#a9d6d0',
  '#79bfb7',
  '#4fa9a0',
  '#2f938a',
  '#157a72',
  '#0d645e',
  '#0a4f4a',
  '#073a37',
];

const red: MantineColorsTuple = [
  '#fef4f3',
  '#fde5e3',
  '#facdc9',
  '#f5a29b',
  '#ee766c',
  '#dc4a3f',
  '#c62f24',
  '#b0241a',
  '#8d1f17',
  '#5e1610',
];

const yellow: MantineColorsTuple = [
  '#fffaeb',
  '#fdf0cd',
  '#fae0a0',
  '#f5c95f',
  '#e9ab2b',
  '#cc8a0c',
  '#a36b02',
  '#845500',
  '#694300',
  '#472d00',
];

const overlayTitle = { fontSize: '1.125rem', fontWeight: 620 };
const closeButtonProps = { 'aria-label': texts.shared.close };

/** The look of the console. Text colours keep a contrast of 4.5 to 1 on every background they are used on. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  colors: { gray, dark, petrol, red, yellow },
  black: '#16201e',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 550 } }),
    Button: Button.extend({ defaultProps: { fw: 550 } }),
    InputWrapper: InputWrapper.extend({ styles: { label: { marginBlockEnd: 4 } } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps }, styles: { title: overlayTitle } }),
    Menu: Menu.extend({
      // Among the page's landmarks; and the element that Mantine puts before the items is none that a menu may hold.
      defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false, menuItemTabIndex: 0 },
    }),
    Modal: Modal.extend({
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 }, closeButtonProps },
      styles: { title: overlayTitle },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } }),
    // Among the page's landmarks.
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, portalProps: { target: '#main' } } }),
  },
});

/** What the console adds to Mantine's variables: the ground, the surfaces that lie on it, their edges. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[5],
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': petrol[7],
    '--console-ground': gray[0],
    '--console-surface': '#ffffff',
    '--console-edge': gray[2],
    '--console-chosen': petrol[0],
    '--console-chosen-word': petrol[8],
  },
  dark: {
    '--mantine-color-body': dark[7],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-error': '#ff9b8f',
    '--mantine-color-anchor': petrol[3],
    // Mantine's own are very dark or very bright beside these greys.
    '--mantine-color-petrol-light': '#143a37',
    '--mantine-color-petrol-light-hover': '#194642',
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-gray-light-hover': dark[4],
    '--mantine-color-yellow-light': '#3d2f10',
    '--mantine-color-yellow-light-hover': '#4a3913',
    '--mantine-color-red-light': '#45211e',
    '--mantine-color-red-light-hover': '#532724',
    '--console-ground': dark[8],
    '--console-surface': dark[7],
    '--console-edge': dark[5],
    '--console-chosen': '#12312e',
    '--console-chosen-word': petrol[2],
  },
});
