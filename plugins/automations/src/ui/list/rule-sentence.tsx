import { BlockValues, useErrorText, useWords } from '@recado/sdk/ui'
import type { BlockCall } from '@recado/sdk'
import { Fragment } from 'react'
import type { Rule } from '../../rules/rule.ts'
import { wait } from '../moments.ts'
import { useAttributes } from '../use-attributes.ts'
import type { Blocks, BlockKind } from '../use-offer.ts'

/** A rule as it is read aloud: when it begins, what has to hold, what is done then. */
export function RuleSentence({ rule, blocks }: { rule: Rule; blocks: Blocks }) {
  const { t, i18n } = useWords()
  const { trigger, match, conditions, actions } = rule
  const isDate = trigger.kind === 'date'
  const attributes = useAttributes(isDate ? trigger.of : 'ticket', { enabled: isDate }).data
  return (
    <p className="text-list leading-6 break-words">
      <Connective>{t('list.when')}</Connective> {trigger.kind === 'event' && t(`trigger.events.${trigger.event}`)}
      {trigger.kind === 'time' && t(`list.clocks.${trigger.clock}`, { time: wait(i18n.language, trigger.minutes) })}
      {trigger.kind === 'date' &&
        t(`list.dates.${trigger.days === 0 ? 'on' : trigger.days < 0 ? 'before' : 'after'}`, {
          count: Math.abs(trigger.days),
          attribute: attributes?.find(({ key }) => key === trigger.attribute)?.label ?? trigger.attribute,
          time: trigger.time,
        })}
      {conditions.map((condition, at) => (
        <Fragment key={at}>
          , <Connective>{t(at === 0 ? 'list.if' : match === 'all' ? 'list.and' : 'list.or')}</Connective>{' '}
          {condition.negated && (
            <>
              <Connective>{t('list.not')}</Connective>{' '}
            </>
          )}
          <Part kind="conditions" call={condition} blocks={blocks} />
        </Fragment>
      ))}
      {actions.map((action, at) => (
        <Fragment key={at}>
          , <Connective>{t(at === 0 ? 'list.then' : 'list.afterwards')}</Connective>{' '}
          <Part kind="actions" call={action} blocks={blocks} />
        </Fragment>
      ))}
      .
    </p>
  )
}

const Connective = ({ children }: { children: string }) => <span className="text-ink-muted">{children}</span>

function Part({ kind, call, blocks }: { kind: BlockKind; call: BlockCall; blocks: Blocks }) {
  const { t } = useWords()
  const block = blocks.find(kind, call)
  if (!block)
    return <span className="text-warning">{t('editor.goneBlock', { name: call.name, plugin: call.plugin })}</span>
  return (
    <>
      <span className="font-medium">{blocks.titleOf(block)}</span>
      <BlockValues
        before=": "
        fields={block.fields}
        values={call.input}
        namespace={block.namespace}
        prefix={`${block.words}.fields`}
      />
    </>
  )
}

/** Why parts of a rule cannot be used as they stand. */
export function RuleProblems({ rule, blocks }: { rule: Rule; blocks: Blocks }) {
  const { t } = useWords()
  const textOf = useErrorText()
  if (rule.problems.length === 0) return null
  const nameOf = ({ part, at }: Rule['problems'][number]): string => {
    const call = rule[part][at]
    const block = call && blocks.find(part, call)
    return block ? blocks.titleOf(block) : t(`list.${part}`, { number: at + 1 })
  }
  return (
    <ul className="flex flex-col gap-1 text-xs text-warning">
      {rule.problems.map((problem) => (
        <li key={`${problem.part} ${problem.at}`}>
          {t('list.problem', { name: nameOf(problem) })} {textOf(problem.error)}
        </li>
      ))}
    </ul>
  )
}
