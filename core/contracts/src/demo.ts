import * as z from 'zod'

/** What a demo does one after the other until it is full. */
export const demoSteps = ['starting', 'company', 'channels', 'past', 'today'] as const
export type DemoStep = (typeof demoSteps)[number]

/**
 * A demo beside the product. `none`: this installation has none, or has been set up. `offered`: it can be started.
 * `filling`: it does `step`. `ready`: people sign in at `address` with `password`. `ending`: it is
 * taken away. `failed`: it ended before it was ready, and can be started again.
 */
export const DemoState = z.object({
  state: z.enum(['none', 'offered', 'filling', 'ready', 'ending', 'failed']),
  step: z.enum(demoSteps).nullable(),
  address: z.string().nullable(),
  password: z.string().nullable(),
  people: z.array(z.object({ role: z.enum(['admin', 'super', 'user']), email: z.string() })),
})
export type DemoState = z.infer<typeof DemoState>

/** What a demo program says to who started it, as messages of its process. */
export const DemoReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), step: z.enum(demoSteps) }),
  z.object({
    kind: z.literal('ready'),
    address: z.string().max(300),
    password: z.string().max(200),
    people: DemoState.shape.people.max(20),
  }),
])
export type DemoReport = z.infer<typeof DemoReport>
