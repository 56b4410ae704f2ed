import * as z from 'zod'

/* What Typebot's chat API answers, as far as it is read. Bubbles and actions of other kinds are passed over. */

const Item = z.object({
  id: z.string().min(1).max(200),
  content: z.string().nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
})
export const Input = z.object({
  id: z.string(),
  type: z.string(),
  items: z.array(Item).nullish(),
  options: z
    .object({
      isMultipleChoice: z.boolean().nullish(),
      length: z.number().nullish(),
    })
    .nullish(),
})
export type Input = z.infer<typeof Input>

export const Bubble = z.object({
  id: z.string(),
  type: z.string(),
  content: z.record(z.string(), z.unknown()).nullish(),
})
export type Bubble = z.infer<typeof Bubble>

export const ClientAction = z.object({
  type: z.string(),
  lastBubbleBlockId: z.string().nullish(),
  expectsDedicatedReply: z.boolean().nullish(),
  wait: z.object({ secondsToWaitFor: z.number() }).nullish(),
  redirect: z.object({ url: z.string().nullish() }).nullish(),
})
export type ClientAction = z.infer<typeof ClientAction>

export const ChatAnswer = z.object({
  sessionId: z.string().min(1).max(1_900).optional(),
  messages: z.array(Bubble).max(200),
  input: Input.nullish(),
  clientSideActions: z.array(ClientAction).nullish(),
})
export type ChatAnswer = z.infer<typeof ChatAnswer>
