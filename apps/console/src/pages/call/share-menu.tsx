import { Button, Menu } from '@mantine/core';
import { IconCopy, IconMarkdown, IconPrinter, IconShare2 } from '@tabler/icons-react';
import { copyText } from '../../parts/notices.ts';
import { texts } from '../../texts/texts.ts';
import { reportAsMarkdown, reportAsText } from './call-report.ts';
import type { CallDetail } from './call.query.ts';
import { reportWords, useCallReport } from './use-call-report.ts';

const words = texts.call.share;

/** Takes the call along: to the clipboard, or to paper. */
export function ShareMenu({ call }: { readonly call: CallDetail }) {
  const report = useCallReport(call);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare2 size={17} stroke={1.8} aria-hidden />}>
          {words.menu}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copyText(reportAsText(report, reportWords), words.copied)}
        >
          {words.text}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMarkdown size={16} aria-hidden />}
          onClick={() => void copyText(reportAsMarkdown(report, reportWords), words.copied)}
        >
          {words.markdown}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {words.print}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
