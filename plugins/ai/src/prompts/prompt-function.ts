import { BlockCall, templateNames } from '@recado/sdk'
import * as z from 'zod'
import { conversationNames, FunctionParameter, mostParameters } from './parameters.ts'

/** Hands the conversation to people. Every prompt has it. */
export const handOverName = 'hand_over'

const callMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type CallMethod = (typeof callMethods)[number]
export { callMethods }

/** The host of an address as an administrator wrote it: variables begin behind it. Undefined for what is no address. */
export function hostOf(url: string): string | undefined {
  const [, host] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? []
  if (host === undefined || /[{@]/.test(host)) return undefined
  return URL.canParse(url.replace(/\{\{\s*\w+\s*\}\}/g, 'x')) ? host.toLowerCase() : undefined
}

/** An address that is called, with parameters in its path and query (`{{order}}`), and in the body of all but GET. */
export const HttpCall = z
  .object({
    method: z.enum(callMethods).default('GET'),
    url: z
      .string()
      .trim()
      .max(2_000)
      .refine((url) => hostOf(url) !== undefined),
    /** Header that takes the key of the call; the key is a secret. */
    header: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/)
      .default('Authorization'),
  })
  .strict()
export type HttpCall = z.infer<typeof HttpCall>

/** Name of a function or a parameter, as a model writes it. */
export const FunctionName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/)
  .refine((name) => name !== handOverName)

const areUnique = (names: readonly string[]): boolean => new Set(names).size === names.length

/** Something that a prompt may have done, under the name by which the model asks for it: an action, or a call. */
export const PromptFunction = z
  .object({
    name: FunctionName,
    /** When it is to be done: what the model is told. */
    description: z.string().trim().min(1).max(500),
    parameters: z.array(FunctionParameter).max(mostParameters).default([]),
    action: BlockCall.nullable().default(null),
    http: HttpCall.nullable().default(null),
    /** What the customer is asked before it is done, to be answered with yes; it may name parameters. */
    confirm: z.string().trim().max(500).default(''),
  })
  .strict()
  .refine(({ action, http }) => (action === null) !== (http === null), {
    path: ['action'],
    error: 'an action or a call',
  })
  .refine(({ parameters }) => areUnique(parameters.map(({ name }) => name)), {
    path: ['parameters'],
    error: 'every parameter has a name of its own',
  })
  .refine(({ action, parameters }) => !action || parameters.every(({ fills }) => fills !== ''), {
    path: ['parameters'],
    error: 'every parameter fills a field of the action',
  })
  .refine(({ action, parameters }) => !action || areUnique(parameters.map(({ fills }) => fills)), {
    path: ['parameters'],
    error: 'a field is filled once',
  })
  .refine(({ http, confirm }) => !http || http.method === 'GET' || confirm !== '', {
    path: ['confirm'],
    error: 'what changes something is confirmed by the customer',
  })
  .refine(
    ({ http, parameters }) =>
      !http ||
      templateNames([http.url]).every((name) =>
        [...conversationNames, ...parameters.map((one) => one.name)].includes(name),
      ),
    { path: ['http', 'url'], error: 'names a parameter that is not there' },
  )
  .refine(
    ({ confirm, parameters }) => templateNames([confirm]).every((name) => parameters.some((one) => one.name === name)),
    { path: ['confirm'], error: 'names a parameter that is not there' },
  )
export type PromptFunction = z.infer<typeof PromptFunction>
