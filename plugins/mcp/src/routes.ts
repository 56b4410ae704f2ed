import { defineRoute, Empty } from '@recado/sdk'
import * as z from 'zod'
import { ConsentAsked, ConsentDecision, Led, PackedRequest } from './consent/consent.ts'
import { KeyDraft, KeyList, KeyMade } from './keys/key.ts'

const own = { kind: 'session', permission: 'mcp.keys' } as const
const manage = { kind: 'session', permission: 'mcp.manage' } as const
/** Programs come with a key, as its user. */
const program = { kind: 'session', permission: 'mcp.read' } as const
const params = z.object({ id: z.uuid() })
/** Largest message of a program, in bytes. */
const maxBody = 128 * 1024

export const routes = {
  keys: defineRoute({
    method: 'GET',
    path: '/keys',
    summary: 'The user’s own MCP keys, newest first, and what one of them can be given',
    access: own,
    rate: 'read',
    response: KeyList,
  }),
  make: defineRoute({
    method: 'POST',
    path: '/keys',
    summary: 'Makes an MCP key of the user; its text is in this answer alone',
    access: { ...own, confirmed: true },
    rate: 'write',
    confidential: true,
    maxBody: 8_192,
    body: KeyDraft,
    response: KeyMade,
    errors: ['ERR_PERMISSION_NOT_HELD', 'ERR_TOKEN_EXPIRY', 'ERR_TOKEN_LIMIT_REACHED'],
  }),
  revoke: defineRoute({
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Revokes an MCP key of the user at once',
    access: own,
    rate: 'write',
    params,
    response: Empty,
    errors: ['ERR_NO_TOKEN_FOUND'],
  }),
  companyKeys: defineRoute({
    method: 'GET',
    path: '/company-keys',
    summary: 'The MCP keys of everybody in the company, newest first',
    access: manage,
    rate: 'read',
    response: KeyList,
  }),
  revokeAny: defineRoute({
    method: 'DELETE',
    path: '/company-keys/:id',
    summary: 'Revokes an MCP key of anybody in the company at once',
    access: manage,
    rate: 'write',
    params,
    response: Empty,
    errors: ['ERR_NO_TOKEN_FOUND'],
  }),
  asked: defineRoute({
    method: 'GET',
    path: '/consent',
    summary: 'What a program that wants to be connected by OAuth asks the user for',
    access: own,
    rate: 'read',
    query: z.object({ request: PackedRequest }),
    response: ConsentAsked,
  }),
  decide: defineRoute({
    method: 'POST',
    path: '/consent',
    summary: 'Lets a program have scopes of the user, or refuses it; answers where to lead the browser',
    access: { ...own, confirmed: true },
    rate: 'write',
    confidential: true,
    maxBody: 16_384,
    body: ConsentDecision,
    response: Led,
    errors: ['ERR_MCP_REQUEST_UNKNOWN', 'ERR_PERMISSION_NOT_HELD', 'ERR_TOKEN_LIMIT_REACHED'],
  }),
  call: defineRoute({
    method: 'POST',
    path: '/mcp',
    summary: 'Model Context Protocol: one message of a program by streamable HTTP, answered as JSON',
    access: program,
    rate: 'write',
    confidential: true,
    maxBody,
    body: z.unknown(),
    response: 'bytes',
    limitMs: 20_000,
    errors: ['ERR_MCP_ORIGIN', 'ERR_MCP_PROGRAM'],
  }),
  listen: defineRoute({
    method: 'GET',
    path: '/mcp',
    summary: 'Model Context Protocol: 405, since the server begins no messages of its own',
    access: program,
    rate: 'read',
    response: 'bytes',
    errors: ['ERR_MCP_LISTEN'],
  }),
}
