import * as z from 'zod'
import type { Acting } from './acting.ts'
import type { Contact, Message, Ticket, Viewer } from './entities.ts'
import type { RefusalCode } from './errors.ts'
import type { MessageId, TicketId } from './ids.ts'
import { FormField } from './manifest.ts'
import type { PluginContext } from './plugin.ts'

/*
 * What plugins contribute to automation: questions about a conversation and things that can be done with it, together
 * called blocks. Rules, macros and whatever else is put together by people are made of them; who puts them together
 * knows none by name.
 *
 * Words of a block stand in the plugin's locales under `automation.conditions.<name>` and `automation.actions.<name>`:
 * `title`, `help` if it needs one, and `fields.<field>.label`, `.help`, `.options.<option>` as those of its settings.
 */

/** Who has an action done: a user who asks for it now, or nobody, because something happened or a time has come. */
export const automationRunners = ['user', 'automation'] as const
/** One of {@link automationRunners}. */
export type AutomationRunner = (typeof automationRunners)[number]

/** What blocks are about: any conversation, or one in which something was said just now. */
export const automationSubjects = ['ticket', 'message'] as const

/** A question about a conversation, as its plugin declares it. */
export interface ConditionSpec<I extends z.ZodObject = z.ZodObject> {
  /** Name of an icon of the kit. */
  readonly icon?: string
  /** What a person enters, in the manner of settings: one form field a property, and no secrets. */
  readonly input: I
  /** `message`: it asks about what was said just now, and is offered only where something was. `ticket` without it. */
  readonly about?: (typeof automationSubjects)[number]
}

/** Something that can be done with a conversation, as its plugin declares it. */
export interface ActionSpec<I extends z.ZodObject = z.ZodObject> {
  readonly icon?: string
  /** As that of a {@link ConditionSpec}. */
  readonly input: I
  /** Who may have it done; both without it. */
  readonly by?: readonly AutomationRunner[]
  /** It gives the ticket away, puts it off or ends it: whatever came behind it might not be allowed any more. */
  readonly ends?: true
  /** A permission, of core or of the plugin, that a user needs to have it done. */
  readonly permission?: string
}

/** A conversation that blocks work on, read by core. In the name of a user as they see it, else whole. */
export interface AutomationSubject {
  readonly ticket: Ticket
  readonly contact: Contact
  /** What was said just now; null where nothing was. */
  readonly message: Message | null
  /** The instant at which it is judged, ISO 8601: now, or for a simulation when it happened. */
  readonly at: string
}

/**
 * What an action has beside the context of its plugin: whoever wants it done, and what it may do in their name. Nobody
 * does where nobody asked.
 */
export type ActionContext<C extends PluginContext = PluginContext> = C & {
  readonly viewer?: Viewer
  readonly acting?: Acting
}

/**
 * Asks about many conversations at once (100 at most) and answers in their order: one query for all where it needs one.
 * Changes nothing.
 */
export type ConditionCode<I extends z.ZodObject = z.ZodObject, C extends PluginContext = PluginContext> = (
  input: z.output<I>,
  subjects: readonly AutomationSubject[],
  ctx: C,
) => Promise<readonly boolean[]> | readonly boolean[]

/**
 * Does it to one conversation. Called again with the same `key` (64 characters at most) after what was no refusal: then
 * nobody knows whether it was done, and doing it again must do no harm. A Refusal says why it cannot be done, and is
 * shown to people.
 */
export type ActionCode<I extends z.ZodObject = z.ZodObject, C extends PluginContext = PluginContext> = (
  input: z.output<I>,
  subject: AutomationSubject,
  ctx: ActionContext<C>,
  meta: { readonly key: string },
) => Promise<void>

/**
 * A block as it was chosen and filled in; `input` is what a person entered, and is checked anew wherever it is used.
 */
export const BlockCall = z
  .object({
    plugin: z.string().min(1).max(60),
    name: z.string().min(1).max(60),
    input: z.record(z.string().max(60), z.unknown()),
  })
  .strict()
export type BlockCall = z.infer<typeof BlockCall>

/**
 * A block as who puts things together is offered it. Its words stand in `namespace` under `words`; its fields are drawn
 * by `BlockForm` of `@recado/sdk/ui`.
 */
export const AutomationBlock = z.object({
  plugin: z.string(),
  /** The plugin's name for people. */
  pluginTitle: z.record(z.string(), z.string()),
  name: z.string(),
  namespace: z.string(),
  /** `automation.actions.<name>` or `automation.conditions.<name>`. */
  words: z.string(),
  icon: z.string().nullable(),
  fields: z.array(FormField),
  about: z.enum(automationSubjects),
  /** Of an action: it is the last one. False for conditions. */
  ends: z.boolean(),
})
export type AutomationBlock = z.infer<typeof AutomationBlock>

/** What the company's plugins contribute, by plugin and in their order there. */
export const AutomationOffer = z.object({ conditions: z.array(AutomationBlock), actions: z.array(AutomationBlock) })
export type AutomationOffer = z.infer<typeof AutomationOffer>

/**
 * What a block is asked about or done to. `state` and `at` are how it was then and when, for a simulation; without them
 * it is as it is now.
 */
export interface AutomationAbout {
  readonly ticket: TicketId
  readonly message?: MessageId
  readonly at?: string
  readonly state?: Pick<Ticket, 'status' | 'userId' | 'queueId'>
}

/**
 * How a condition came out for one conversation: whether it holds, or why that cannot be said: its plugin is off or
 * failed, its input does not fit any more, the conversation is gone.
 */
export type ConditionVerdict = boolean | { readonly error: RefusalCode }

/** What core offers to plugins that put blocks together; see {@link CorePorts}. */
export interface AutomationPort {
  /**
   * What is switched on for the company and open to its licence. For `user` in a route of one: only what they may have
   * done.
   */
  offered(by: AutomationRunner): Promise<AutomationOffer>
  /**
   * Checks what a person put together, before it is kept. @throws Refusal ERR_AUTOMATION_BLOCK for a block that is not
   * offered, with its place in `facts.issues`; ERR_VALIDATION with the fields, both below `path` (`body.actions` makes
   * `body.actions.0.input.text`)
   */
  require(
    kind: 'conditions' | 'actions',
    calls: readonly BlockCall[],
    by: AutomationRunner,
    path: string,
  ): Promise<void>
  /**
   * Asks all conditions about all of these (100 at most); a row for each of `about`, in both orders. Never throws for
   * what a condition does.
   */
  test(
    conditions: readonly BlockCall[],
    about: readonly AutomationAbout[],
  ): Promise<ReadonlyArray<readonly ConditionVerdict[]>>
  /**
   * Has an action done with nobody asking: its plugin does it as itself. In a user's route there is
   * `ctx.acting.actions.run`.
   * @throws Refusal ERR_AUTOMATION_BLOCK, ERR_NO_TICKET_FOUND, ERR_VALIDATION for an input that does not fit any more,
   * ERR_PLUGIN_FAILED, and what the action refuses
   */
  act(
    action: BlockCall,
    about: Pick<AutomationAbout, 'ticket' | 'message'>,
    options: { readonly key: string },
  ): Promise<void>
}
