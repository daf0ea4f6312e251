import type { Resource } from '@ci/client/browser';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { AllowedOnly } from '../../parts/allowed-only.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useMay, useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { DropArea } from './drop-area.tsx';
import { Review } from './review.tsx';
import type { ChosenFile } from './upload.query.ts';
import classes from './upload.module.css';

const words = texts.upload;

/** A transcript file becomes a call: it is read, shown, corrected, recorded. */
export function UploadPage() {
  const may = useMay('importCall');
  const isRep = useSession().member.role === 'rep';
  return (
    <>
      <PageHeader title={words.title} hint={words.hint} />
      <AllowedOnly may={may} {...(isRep ? texts.shared.noRepId : words.notAllowed)}>
        <Upload />
      </AllowedOnly>
    </>
  );
}

function Upload() {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [recorded, setRecorded] = useState<Resource<'CallDetail'>>();
  const again = (): void => {
    setChosen(undefined);
    setRecorded(undefined);
  };
  if (recorded !== undefined) return <Recorded call={recorded} onAgain={again} />;
  if (chosen === undefined) return <DropArea onFile={(file) => setChosen({ id: crypto.randomUUID(), file })} />;
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="xs">
        <Text fw={550} className={classes.wrap ?? ''}>
          {chosen.file.name}
        </Text>
        <Button variant="default" size="xs" onClick={again}>
          {words.file.another}
        </Button>
      </Group>
      <Review key={chosen.id} chosen={chosen} onRecorded={setRecorded} />
    </Stack>
  );
}

function Recorded({ call, onAgain }: { readonly call: Resource<'CallDetail'>; readonly onAgain: () => void }) {
  return (
    <Surface>
      <div role="status">
        <EmptyState icon={IconCircleCheck} title={words.recorded.title} hint={words.recorded.hint}>
          <Group mt="xs" justify="center">
            <ButtonLink to="/calls/$callId" params={{ callId: call.id }}>
              {words.recorded.open}
            </ButtonLink>
            <Button variant="default" onClick={onAgain}>
              {words.recorded.another}
            </Button>
          </Group>
        </EmptyState>
      </div>
    </Surface>
  );
}
