import {
  Refusal,
  type AutomationPort,
  type BlockCall,
  type ConditionVerdict,
  type FieldIssue,
  type Viewer,
} from '@recado/contracts'
import { requireUse, type PortUser } from './attribute-port.ts'
import type { SubjectReader } from './automation-subjects.ts'
import type { BlockCalls } from './block-calls.ts'
import type { Blocks, BlockKind, BlockUser } from './blocks.ts'

export interface AutomationPortParts {
  readonly blocks: Blocks
  readonly calls: BlockCalls
  readonly subjects: SubjectReader
}

const mostAbout = 100
const longestKey = 64

/** Contributions of plugins, for the plugins that combine them: see {@link AutomationPort}. */
export const automationPort = (
  parts: AutomationPortParts,
  tenantId: string,
  plugin: PortUser,
  viewer?: Viewer,
): AutomationPort => {
  const { blocks, calls, subjects } = parts
  const user: BlockUser = { tenantId, viewer }
  return {
    offered: (by) => blocks.offered(user, by),
    async require(kind, wanted, by, path) {
      const found = await Promise.all(
        wanted.map((call) => (kind === 'conditions' ? blocks.condition(user, call) : blocks.action(user, call, by))),
      )
      const missing = found.flatMap((one, index): FieldIssue[] =>
        one ? [] : [{ path: `${path}.${index}`, message: 'is not offered' }],
      )
      if (missing.length > 0) throw new Refusal('ERR_AUTOMATION_BLOCK', { issues: missing })
      const issues = await Promise.all(
        found.map((one, index) => issuesOf(kind, one!, wanted[index]!, `${path}.${index}.input`)),
      )
      if (issues.flat().length > 0) throw new Refusal('ERR_VALIDATION', { issues: issues.flat() })
    },
    async test(conditions, about) {
      requireUse(plugin, 'automation.run')
      if (about.length > mostAbout) throw new RangeError(`at most ${mostAbout} conversations are asked about at once`)
      if (conditions.length === 0) return about.map(() => [])
      const read = await subjects(tenantId, about, viewer)
      const present = read.filter((subject) => subject !== undefined)
      const answers =
        present.length === 0 ? [] : await Promise.all(conditions.map((call) => calls.ask(user, call, present)))
      let place = 0
      return read.map((subject) => {
        if (!subject) return conditions.map((): ConditionVerdict => ({ error: 'ERR_NO_TICKET_FOUND' }))
        const at = place++
        return answers.map((answer): ConditionVerdict => ('error' in answer ? answer : answer[at]!))
      })
    },
    async act(action, about, { key }) {
      requireUse(plugin, 'automation.run')
      if (viewer)
        throw new TypeError(
          `${plugin.id} has an action done by nobody in a user's route; acting.actions.run does it in their name`,
        )
      if (key.length === 0 || key.length > longestKey) throw new RangeError(`a key has 1 to ${longestKey} characters`)
      const [subject] = await subjects(tenantId, [about])
      if (!subject) throw new Refusal('ERR_NO_TICKET_FOUND')
      await calls.run(user, action, subject, key)
    },
  }

  async function issuesOf(
    kind: BlockKind,
    found: Parameters<BlockCalls['requireInput']>[2],
    call: BlockCall,
    path: string,
  ): Promise<readonly FieldIssue[]> {
    try {
      await calls.requireInput(user, kind, found, call.input)
      return []
    } catch (error) {
      if (!Refusal.is(error) || error.code !== 'ERR_VALIDATION') throw error
      return (error.facts.issues ?? []).map((issue) => ({
        ...issue,
        path: issue.path === '' ? path : `${path}.${issue.path}`,
      }))
    }
  }
}
