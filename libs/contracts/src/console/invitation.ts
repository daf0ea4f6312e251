import { z } from 'zod';
import { EmailAddress, Instant, NewPassword, PersonName, Presented, RepIds, Role } from './words.ts';

/** Body of `POST /console/api/invitations/look-up`. */
export const LookUpInvitation = z.object({ token: Presented });
export type LookUpInvitation = z.infer<typeof LookUpInvitation>;

/** What a person who holds the link may know before they accept. */
export const FoundInvitation = z.object({ workspace_name: z.string(), role: Role, expires_at: Instant });
export type FoundInvitation = z.infer<typeof FoundInvitation>;

/** Body of `POST /console/api/invitations/accept`. Answered as signing in is. */
export const AcceptInvitation = z.object({
  token: Presented,
  name: PersonName,
  email: EmailAddress,
  password: NewPassword,
});
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

/** An invitation that may still be accepted. */
export const Invitation = z.object({
  id: z.string(),
  role: Role,
  rep_ids: RepIds,
  created_at: Instant,
  expires_at: Instant,
  /** Who made it; null for an operator. */
  created_by: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationList = z.object({ data: z.array(Invitation) });
export type InvitationList = z.infer<typeof InvitationList>;

/** Body of `POST /console/api/invitations`. */
export const CreateInvitation = z.object({ role: Role, rep_ids: RepIds.optional() });
export type CreateInvitation = z.infer<typeof CreateInvitation>;

/** The link is `<origin>/console/invitation#<token>`; the token is never shown again. */
export const CreatedInvitation = Invitation.extend({ token: z.string() });
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;
