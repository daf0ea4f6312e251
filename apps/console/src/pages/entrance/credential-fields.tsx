import { PasswordInput, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { visibilityToggle } from '../../session/password-visibility.ts';

const words = texts.session;

interface CredentialFieldsProps {
  readonly form: { readonly getInputProps: (field: 'email' | 'password') => GetInputPropsReturnType };
  /** For a password manager: whether it fills in the password or offers one. */
  readonly password: 'current-password' | 'new-password';
  readonly passwordHint?: ReactNode;
}

/** What a member signs in with: an address and a password. */
export function CredentialFields({ form, password, passwordHint }: CredentialFieldsProps) {
  return (
    <>
      <TextInput label={words.email} type="email" autoComplete="username" size="md" {...form.getInputProps('email')} />
      <PasswordInput
        label={words.password}
        description={passwordHint}
        autoComplete={password}
        size="md"
        visibilityToggleButtonProps={visibilityToggle}
        {...form.getInputProps('password')}
      />
    </>
  );
}
