import { publicRegistration } from '../../_shared/account/registration.ts';
import {
  createInvitation,
  readRegistration,
  revokeInvitation,
  setRegistration,
} from '../../_shared/admin/registration.ts';
import {
  createdInvitationSchema,
  createInvitationSchema,
  registrationSchema,
  setRegistrationSchema,
} from '../../_shared/domain/admin.ts';
import { created, ok, route } from '../../_shared/http/routes.ts';
import { doneSchema, invitationParams } from '../schemas/common.ts';
import { publicRegistrationSchema } from '../schemas/users.ts';

const tag = 'registration';

/** Who may register, and invitations. */
export const registrationRoutes = [
  route({
    method: 'GET',
    path: '/auth/registration',
    access: 'anyone',
    doc: {
      summary: 'Who may register, and whether the first account waits for the setup code',
      tag,
      status: 200,
      answer: publicRegistrationSchema,
    },
    handle: async () => ok(await publicRegistration()),
  }),
  route({
    method: 'GET',
    path: '/admin/registration',
    access: 'admin',
    doc: {
      summary: 'Who may register, and the open invitations',
      tag,
      status: 200,
      answer: registrationSchema,
    },
    handle: async () => ok(await readRegistration()),
  }),
  route({
    method: 'PATCH',
    path: '/admin/registration',
    access: 'admin',
    body: setRegistrationSchema,
    doc: { summary: 'Choose who may register', tag, status: 200, answer: doneSchema },
    async handle({ user, body }) {
      await setRegistration(user, body.mode);
      return ok({ success: true, message: 'Registration updated' });
    },
  }),
  route({
    method: 'POST',
    path: '/admin/invitations',
    access: 'admin',
    body: createInvitationSchema,
    doc: {
      summary: 'Make a link for one account, and mail it if there is an address',
      tag,
      status: 201,
      answer: createdInvitationSchema,
      refusals: [409, 429],
    },
    handle: async ({ user, body }) => created(await createInvitation(user, body.email ?? '')),
  }),
  route({
    method: 'DELETE',
    path: '/admin/invitations/:id',
    access: 'admin',
    params: invitationParams,
    doc: { summary: 'Revoke an invitation', tag, status: 200, answer: doneSchema },
    async handle({ user, params }) {
      await revokeInvitation(user, params.id);
      return ok({ success: true, message: 'Invitation revoked' });
    },
  }),
];
