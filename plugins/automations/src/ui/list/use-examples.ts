import type { BlockCall } from '@recado/sdk'
import { useWords } from '@recado/sdk/ui'
import { blankRule, type Beginning } from '../editor/draft.ts'
import type { Blocks } from '../use-offer.ts'

/** A rule that others make often, ready to be looked through and kept. */
export interface Example {
  readonly key: string
  readonly icon: string
  readonly title: string
  readonly help: string
  readonly beginning: Beginning
}

const own = (name: string, input: BlockCall['input']): BlockCall => ({ plugin: 'automations', name, input })

/** Three rules to begin with, of what is offered here. */
export function useExamples(blocks: Blocks): readonly Example[] {
  const { t } = useWords()
  const words = (list: string): string[] =>
    t(`example.${list}`)
      .split(',')
      .map((word) => word.trim())
  const made: ReadonlyArray<{ key: string; icon: string; rule: Partial<Beginning> }> = [
    {
      key: 'closed',
      icon: 'clock',
      rule: {
        conditions: [
          {
            ...own('hours', {
              days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
              from: '08:00',
              until: '18:00',
            }),
            negated: true,
          },
          { ...own('status', { states: ['group'] }), negated: true },
        ],
        actions: [own('reply', { text: t('example.closedText', { name: '{{name}}' }) })],
        repetition: 'daily',
      },
    },
    {
      key: 'late',
      icon: 'timer',
      rule: {
        trigger: { kind: 'time', clock: 'unanswered', minutes: 30 },
        actions: [own('priority', { priority: 'urgent' })],
      },
    },
    {
      key: 'invoice',
      icon: 'tag',
      rule: {
        conditions: [{ ...own('text', { words: words('invoiceWords'), test: 'any' }), negated: false }],
        actions: [own('addTags', { tags: [] })],
      },
    },
  ]
  return made.flatMap(({ key, icon, rule }) => {
    const beginning: Beginning = { ...blankRule, name: t(`example.${key}`), ...rule }
    const isThere =
      beginning.conditions.every((call) => blocks.find('conditions', call)) &&
      beginning.actions.every((call) => blocks.find('actions', call))
    return isThere ? [{ key, icon, title: t(`example.${key}`), help: t(`example.${key}Help`), beginning }] : []
  })
}
