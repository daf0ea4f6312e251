import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { texts } from '../texts/texts.ts';
import { sayFailure } from './notices.ts';

interface ExportButtonProps {
  /** Without its ending. */
  readonly fileName: string;
  /** Reads everything that the filters let through, and writes it as CSV. */
  readonly toCsv: () => Promise<string>;
}

/** Saves a list as a file for spreadsheets. */
export function ExportButton({ fileName, toCsv }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: toCsv,
    onSuccess: (csv) => save(`${fileName}.csv`, new Blob([csv], { type: 'text/csv;charset=utf-8' })),
    onError: sayFailure,
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} stroke={1.8} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {texts.shared.exportCsv}
    </Button>
  );
}

function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
