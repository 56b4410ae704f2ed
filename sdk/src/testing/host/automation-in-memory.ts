import {
  answeredRefusal,
  automationRunners,
  fieldIssue,
  Refusal,
  settingsForm,
  type ActionCode,
  type ActionContext,
  type ActionSpec,
  type AnyPluginDefinition,
  type AutomationAbout,
  type AutomationBlock,
  type AutomationPort,
  type AutomationRunner,
  type AutomationSubject,
  type BlockCall,
  type ConditionCode,
  type ConditionSpec,
  type ConditionVerdict,
  type FieldIssue,
  type PluginContext,
  type PluginModule,
} from '@recado/contracts'
import type { MemoryCore } from './core-in-memory.ts'

type Spec = ConditionSpec | ActionSpec
const specsOf = (definition: AnyPluginDefinition, kind: 'conditions' | 'actions'): Readonly<Record<string, Spec>> =>
  definition[kind] as Record<string, Spec>
const isFor = (spec: Spec, by: AutomationRunner): boolean =>
  (('by' in spec && spec.by) || automationRunners).includes(by)

/** Input as the plugin's code gets it. @throws Refusal ERR_VALIDATION with the fields */
function parsed({ input: schema }: Spec, input: unknown): Record<string, unknown> {
  const result = schema.safeParse(input)
  if (!result.success)
    throw new Refusal('ERR_VALIDATION', { issues: result.error.issues.map((issue) => fieldIssue(issue, 'input')) })
  return result.data
}

/**
 * Evaluates a condition of the plugin as core does. @throws the exception of the condition, and TypeError for another
 * number of answers
 */
export async function askCondition(
  { definition, implementation }: PluginModule,
  name: string,
  input: unknown,
  subjects: readonly AutomationSubject[],
  ctx: PluginContext,
): Promise<readonly boolean[]> {
  const spec = specsOf(definition, 'conditions')[name]
  if (!spec) throw new TypeError(`${definition.id} declares no condition ${name}`)
  const answers = await (implementation.conditions as Record<string, ConditionCode>)[name]!(
    parsed(spec, input),
    subjects,
    ctx,
  )
  if (answers.length !== subjects.length)
    throw new TypeError(`the condition ${name} gave ${answers.length} answers about ${subjects.length} conversations`)
  return answers
}

/** Has an action of the plugin done. @throws what the action refuses or throws */
export async function doAction(
  { definition, implementation }: PluginModule,
  name: string,
  input: unknown,
  subject: AutomationSubject,
  ctx: ActionContext,
  key: string,
): Promise<void> {
  const spec = specsOf(definition, 'actions')[name]
  if (!spec || !isFor(spec, ctx.viewer ? 'user' : 'automation')) throw new Refusal('ERR_AUTOMATION_BLOCK')
  await (implementation.actions as Record<string, ActionCode>)[name]!(parsed(spec, input), subject, ctx, { key })
}

/**
 * Subject of a block, from the tickets, contacts and messages that the test added; undefined for an unknown ticket or
 * contact.
 */
export function subjectIn(
  { known }: Pick<MemoryCore, 'known'>,
  { ticket: ticketId, message, at = new Date().toISOString(), state, answer }: AutomationAbout,
): AutomationSubject | undefined {
  const ticket = known.tickets.get(ticketId)
  const contact = ticket && known.contacts.get(ticket.contactId)
  return (
    ticket &&
    contact && {
      ticket: { ...ticket, ...state },
      contact,
      message: (message !== undefined && known.messages.get(message)) || null,
      at,
      ...(answer && { answer }),
    }
  )
}

/** Offers what the plugin contributes itself, and nothing else; has it asked and done by the plugin's own code. */
export function automationInMemory(
  plugin: PluginModule,
  core: () => MemoryCore,
  context: () => PluginContext,
): AutomationPort {
  const { definition } = plugin
  const { id, title, uses = [] } = definition
  const requireUse = (): void => {
    if (!uses.includes('automation.run')) throw new TypeError(`${id} does not declare that it uses automation.run`)
  }
  const own = (kind: 'conditions' | 'actions', call: Pick<BlockCall, 'plugin' | 'name'>): Spec | undefined =>
    call.plugin === id ? specsOf(definition, kind)[call.name] : undefined
  const described = (kind: 'conditions' | 'actions', name: string, spec: Spec): AutomationBlock => ({
    plugin: id,
    pluginTitle: { ...title },
    name,
    namespace: `plugin.${id}`,
    words: `automation.${kind}.${name}`,
    icon: spec.icon ?? null,
    fields: [...settingsForm(spec.input).fields],
    about: ('about' in spec && spec.about) || 'ticket',
    ends: 'ends' in spec && spec.ends === true,
  })
  const issuesOf = (spec: Spec, input: BlockCall['input'], path: string): FieldIssue[] => {
    try {
      settingsForm(spec.input).split(input, {})
      return []
    } catch (error) {
      if (!Refusal.is(error)) throw error
      return (error.facts.issues ?? []).map((issue) => ({ ...issue, path: `${path}.${issue.path}` }))
    }
  }
  const verdictsOf = async (
    call: BlockCall,
    subjects: readonly AutomationSubject[],
  ): Promise<readonly ConditionVerdict[]> => {
    if (!own('conditions', call)) return subjects.map(() => ({ error: 'ERR_AUTOMATION_BLOCK' }))
    try {
      return await askCondition(plugin, call.name, call.input, subjects, context())
    } catch (error) {
      const answer = Refusal.is(error) ? answeredRefusal(error, definition.errors) : undefined
      return subjects.map(() => ({ error: answer?.code ?? 'ERR_PLUGIN_FAILED' }))
    }
  }
  return {
    offered: async (by) => ({
      conditions: Object.entries(specsOf(definition, 'conditions')).map(([name, spec]) =>
        described('conditions', name, spec),
      ),
      actions: Object.entries(specsOf(definition, 'actions'))
        .filter(([, spec]) => isFor(spec, by))
        .map(([name, spec]) => described('actions', name, spec)),
    }),
    async require(kind, calls, by, path) {
      const specs = calls.map((call) => own(kind, call))
      const missing = specs.flatMap((spec, index): FieldIssue[] =>
        spec && (kind === 'conditions' || isFor(spec, by))
          ? []
          : [{ path: `${path}.${index}`, message: 'is not offered' }],
      )
      if (missing.length > 0) throw new Refusal('ERR_AUTOMATION_BLOCK', { issues: missing })
      const issues = calls.flatMap(({ input }, index) => issuesOf(specs[index]!, input, `${path}.${index}.input`))
      if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues })
    },
    async test(conditions, about) {
      requireUse()
      const read = about.map((one) => subjectIn(core(), one))
      const present = read.filter((subject) => subject !== undefined)
      const answers = await Promise.all(conditions.map((call) => verdictsOf(call, present)))
      return read.map((subject) =>
        answers.map((verdicts): ConditionVerdict =>
          subject ? verdicts[present.indexOf(subject)]! : { error: 'ERR_NO_TICKET_FOUND' },
        ),
      )
    },
    async act(action, about, { key }) {
      requireUse()
      const subject = subjectIn(core(), about)
      if (!subject) throw new Refusal('ERR_NO_TICKET_FOUND')
      if (!own('actions', action)) throw new Refusal('ERR_AUTOMATION_BLOCK')
      await doAction(plugin, action.name, action.input, subject, context(), key)
    },
  }
}
