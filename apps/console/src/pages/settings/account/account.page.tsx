import { Stack } from '@mantine/core';
import { texts } from '../../../texts/texts.ts';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';

/** What belongs to oneself. */
export function AccountPage() {
  return (
    <Stack gap="lg" maw={560}>
      <title>{`${texts.settings.account.title} · ${texts.frame.product}`}</title>
      <ProfileForm />
      <PasswordForm />
      <Sessions />
    </Stack>
  );
}
