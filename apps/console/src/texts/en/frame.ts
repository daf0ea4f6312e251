export const frame = {
  product: 'Call Intelligence',
  skip: 'Skip to the content',
  navigation: 'Main',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  links: {
    calls: 'Calls',
    upload: 'Upload',
    contacts: 'Contacts',
    actionItems: 'Action items',
    webhooks: 'Webhooks',
    settings: 'Settings',
  },
  backTo: 'Back to ',
  colorScheme: { label: 'Colours', light: 'Light', dark: 'Dark', auto: 'As on this device' },
  notFound: {
    title: 'There is no such page',
    hint: 'The address may be mistyped, or what it led to is gone.',
    home: 'Go to the calls',
  },
};
