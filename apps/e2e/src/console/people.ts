import type { MemberRole } from '@ci/contracts/console-access';
import type { System } from '@ci/testing/system';
import type { ConsolePage } from './console-page.ts';

/** A person with an account. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The owner of acme, who comes in by its set-up link. */
export const dana: Person = {
  name: 'Dana Reyes',
  email: 'dana@acme.example',
  password: 'correct horse battery staple',
};

/** What an operator prints for the first person of a workspace: the path of the link. */
export async function setUpLink(
  system: System,
  workspace: string,
  role: MemberRole = 'owner',
  repIds: readonly string[] = [],
): Promise<string> {
  const linked = repIds.flatMap((id) => ['--rep-id', id]);
  const command = ['members', 'invite', '--workspace', workspace, '--role', role, ...linked, '--json'];
  const printed = await system.operator(command);
  const { pathname, hash } = new URL((JSON.parse(printed) as { link: string }).link);
  return `${pathname}${hash}`;
}

/** Opens an invitation and fills it in; ends at the calls. */
export async function join({ page }: ConsolePage, link: string, { name, email, password }: Person): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/console/calls');
}

/** On the sign-in page. */
export async function signIn({ page }: ConsolePage, { email, password }: Omit<Person, 'name'>): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** From any page of the frame. */
export async function signOut({ page }: ConsolePage, { name }: Person): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`Signed in as.*${name}`) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}
