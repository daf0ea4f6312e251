import { z } from 'zod';
import { Instant, NewPassword, PersonName, Presented, RepIds, Role } from './words.ts';

/** A person who may sign in. Belongs to one workspace. */
export const Member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  rep_ids: RepIds,
});
export type Member = z.infer<typeof Member>;

/** A member in the list of `GET /console/api/members`. */
export const ListedMember = Member.extend({ joined_at: Instant });
export type ListedMember = z.infer<typeof ListedMember>;

export const MemberList = z.object({ data: z.array(ListedMember) });
export type MemberList = z.infer<typeof MemberList>;

/** Body of `PATCH /console/api/members/{id}`. Without `rep_ids` those that there are stay. */
export const ChangeRole = z.object({ role: Role, rep_ids: RepIds.optional() });
export type ChangeRole = z.infer<typeof ChangeRole>;

/** Body of `PATCH /console/api/member`: the own account. */
export const ChangeOwnAccount = z.object({ name: PersonName.optional() });
export type ChangeOwnAccount = z.infer<typeof ChangeOwnAccount>;

/** Body of `PUT /console/api/member/password`. Ends all other sessions of the member. */
export const ChangePassword = z.object({ current_password: Presented, password: NewPassword });
export type ChangePassword = z.infer<typeof ChangePassword>;
