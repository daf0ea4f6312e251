import type { FastifyReply, FastifyRequest } from 'fastify';
import '@fastify/cookie';
import { sessionLimits } from '../sign-in/sessions.ts';

/** `__Host-`: a browser takes it from this host alone, over TLS (or from localhost), and for no other path. */
export const SESSION_COOKIE = '__Host-session';

// Lax: a link from elsewhere opens the console signed in. What changes something needs the CSRF token besides.
const settings = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[SESSION_COOKIE];
}

export function setSessionCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...settings, maxAge: sessionLimits.absoluteMs / 1_000 });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, settings);
}
