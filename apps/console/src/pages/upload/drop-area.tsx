import '@mantine/dropzone/styles.css';
import { Alert, Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import classes from './upload.module.css';

const words = texts.upload;
/** Of the service: larger bodies are refused. */
const largestBytes = 10 * 1024 * 1024;

/** Takes a file, by drop or by choice. */
export function DropArea({ onFile }: { readonly onFile: (file: File) => void }) {
  const open = useRef<() => void>(null);
  const [rejection, setRejection] = useState<string>();
  return (
    <Stack gap="md">
      {rejection !== undefined && (
        <Alert role="alert" color="red" title={words.rejected.title}>
          {rejection}
        </Alert>
      )}
      <Dropzone
        className={classes.drop ?? ''}
        openRef={open}
        multiple={false}
        maxSize={largestBytes}
        onDrop={([file]) => {
          if (file !== undefined) onFile(file);
        }}
        onReject={(rejections) => setRejection(wordsOf(rejections))}
        // The button is for the keyboard and the screen reader as well.
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': words.drop.input }}
      >
        <Stack align="center" gap="xs" ta="center">
          <ThemeIcon variant="light" size={56} radius="xl" mb={4} aria-hidden>
            <IconFileUpload size={28} stroke={1.5} />
          </ThemeIcon>
          <Title order={2}>{words.drop.title}</Title>
          <Text c="dimmed" size="sm">
            {words.drop.hint}
          </Text>
          <Button mt="xs" onClick={() => open.current?.()}>
            {words.drop.choose}
          </Button>
        </Stack>
      </Dropzone>
    </Stack>
  );
}

function wordsOf(rejections: readonly FileRejection[]): string {
  const [first] = rejections;
  if (first === undefined || rejections.length > 1) return words.rejected.several;
  const { name } = first.file;
  return first.errors.some(({ code }) => code === 'file-too-large')
    ? words.rejected.tooLarge(name)
    : words.rejected.other(name);
}
