import { SegmentedControl, useMantineColorScheme, VisuallyHidden, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react';
import { texts } from '../texts/texts.ts';

const { colorScheme } = texts.frame;

/** Light, dark, or as the device has it; kept in this browser. */
export function ColorSchemeSwitch() {
  const { colorScheme: chosen, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl<MantineColorScheme>
      fullWidth
      size="xs"
      aria-label={colorScheme.label}
      value={chosen}
      onChange={setColorScheme}
      data={[
        { value: 'light', label: <Choice icon={IconSun} name={colorScheme.light} /> },
        { value: 'auto', label: <Choice icon={IconDeviceDesktop} name={colorScheme.auto} /> },
        { value: 'dark', label: <Choice icon={IconMoon} name={colorScheme.dark} /> },
      ]}
    />
  );
}

function Choice({ icon: Icon, name }: { readonly icon: TablerIcon; readonly name: string }) {
  return (
    <>
      <Icon size={16} stroke={1.6} aria-hidden style={{ display: 'block', marginInline: 'auto' }} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}
