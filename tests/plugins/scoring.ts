import {
  defineRoute,
  definePlugin,
  implementPlugin,
  type AttributeChange,
  type AttributeSubject,
  type ContactId,
  type CoreUse,
  type DeclaredAttributes,
} from '@recado/sdk'
import * as z from 'zod'
import { minimal } from './minimal.ts'

const access = { kind: 'session', permission: 'tickets.read' } as const
const body = z.object({
  subject: z.custom<AttributeSubject>(),
  change: z.custom<AttributeChange>(),
  own: z.boolean().default(false),
})

/**
 * A plugin whose routes hand on what a test wants of attributes and segments; `wrong` is what the plugin did wrong
 * itself.
 */
export const scoring = (id: string, asked: { uses?: readonly CoreUse[]; attributes?: DeclaredAttributes }) =>
  implementPlugin(
    definePlugin({
      ...minimal(id),
      ...asked,
      routes: {
        fill: defineRoute({
          method: 'POST',
          path: '/fill',
          summary: 'Writes values.',
          access,
          rate: 'write',
          body,
          response: z.object({ wrong: z.string().nullable() }),
        }),
        holding: defineRoute({
          method: 'POST',
          path: '/holding',
          summary: 'Says for each segment who of these is in it.',
          access,
          rate: 'read',
          body: z.object({ contacts: z.array(z.custom<ContactId>()) }),
          response: z.array(z.array(z.string())),
        }),
        segments: defineRoute({
          method: 'GET',
          path: '/segments',
          summary: 'Reads segments with who is in them.',
          access,
          rate: 'read',
          response: z.object({
            wrong: z.string().nullable(),
            segments: z.array(z.object({ name: z.string(), contacts: z.array(z.string()) })),
          }),
        }),
      },
    }),
    {
      routes: {
        async fill({ body: { subject, change, own } }, { core }) {
          return { wrong: await slip(() => core.attributes[own ? 'setOwn' : 'set'](subject, change)) }
        },
        async holding({ body: { contacts } }, { core }) {
          return Promise.all(
            (await core.segments.list()).map(async ({ id: segment }) => [
              ...(await core.segments.holding(segment, contacts)),
            ]),
          )
        },
        async segments(_request, { core }) {
          const segments: { name: string; contacts: string[] }[] = []
          const wrong = await slip(async () => {
            for (const { id: segment, name } of await core.segments.list()) {
              const contacts: string[] = []
              for (let cursor: string | null | undefined; cursor !== null;) {
                const page = await core.segments.contacts(segment, {
                  limit: 1,
                  ...(cursor !== undefined && { cursor }),
                })
                contacts.push(...page.contacts)
                cursor = page.nextCursor
              }
              segments.push({ name, contacts })
            }
          })
          return { wrong, segments }
        },
      },
    },
  )

/** What the plugin itself did wrong, which core says with a TypeError; refusals go on. */
const slip = (work: () => Promise<unknown>): Promise<string | null> =>
  work().then(
    () => null,
    (error: unknown) => {
      if (error instanceof TypeError) return error.message
      throw error
    },
  )
