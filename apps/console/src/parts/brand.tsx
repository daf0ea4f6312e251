import { Group, Text } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import mark from './mark.svg';

/** The sign and the name of the product. */
export function Brand() {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={mark} alt="" width={28} height={28} />
      <Text fw={650} lh={1.2}>
        {texts.frame.product}
      </Text>
    </Group>
  );
}
