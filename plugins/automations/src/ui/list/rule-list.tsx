import { Icon, IconButton, Switch, toast, useWords, VisuallyHidden } from '@recado/sdk/ui'
import { useState } from 'react'
import type { Rule } from '../../rules/rule.ts'
import { moment } from '../moments.ts'
import { moved } from '../moved.ts'
import type { Blocks } from '../use-offer.ts'
import { useArrange, useSwitch } from '../use-rules.ts'
import { RuleProblems, RuleSentence } from './rule-sentence.tsx'

interface RuleListProps {
  rules: readonly Rule[]
  blocks: Blocks
  /** Not narrowed by a search: only then a place among the others means something. */ isWhole: boolean
  onEdit(rule: Rule): void
  onDelete(rule: Rule): void
  onActivity(rule: Rule): void
}

/** The rules in the order in which they are asked. */
export function RuleList({ rules, blocks, isWhole, onEdit, onDelete, onActivity }: RuleListProps) {
  const { t, i18n } = useWords()
  const arrange = useArrange()
  const turn = useSwitch()
  const [said, setSaid] = useState('')
  const move = (rule: Rule, from: number, to: number) => {
    arrange.mutate(moved(rules, from, to), { onError: (error) => toast.error(error) })
    setSaid(t('list.moved', { name: rule.name, number: to + 1, total: rules.length }))
  }
  return (
    <>
      <ol aria-label={t('list.title')} className="flex flex-col gap-2">
        {rules.map((rule, at) => (
          <li key={rule.id} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Switch
                aria-label={t('list.active', { name: rule.name })}
                checked={rule.isActive}
                onCheckedChange={(isActive) =>
                  turn.mutate({ id: rule.id, isActive }, { onError: (error) => toast.error(error) })
                }
              />
              <h2 className="min-w-0 flex-1 text-thread font-medium break-words">
                {rule.name}
                {!rule.isActive && <span className="pl-2 text-xs font-normal text-ink-muted">{t('list.off')}</span>}
              </h2>
              <span className="flex items-center gap-1">
                {isWhole && rules.length > 1 && (
                  <IconButton
                    size="small"
                    icon={<Icon name="arrow-up" size={15} />}
                    label={t('list.up', { name: rule.name })}
                    aria-disabled={at === 0}
                    onClick={() => {
                      if (at > 0) move(rule, at, at - 1)
                    }}
                  />
                )}
                {isWhole && rules.length > 1 && (
                  <IconButton
                    size="small"
                    icon={<Icon name="arrow-down" size={15} />}
                    label={t('list.down', { name: rule.name })}
                    aria-disabled={at === rules.length - 1}
                    onClick={() => {
                      if (at < rules.length - 1) move(rule, at, at + 1)
                    }}
                  />
                )}
                <IconButton
                  size="small"
                  icon={<Icon name="pencil" size={15} />}
                  label={t('list.edit', { name: rule.name })}
                  onClick={() => onEdit(rule)}
                />
                <IconButton
                  size="small"
                  icon={<Icon name="trash-2" size={15} />}
                  label={t('list.delete', { name: rule.name })}
                  onClick={() => onDelete(rule)}
                />
              </span>
            </div>
            <RuleSentence rule={rule} blocks={blocks} />
            <RuleProblems rule={rule} blocks={blocks} />
            <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-muted tabular-nums">
              {rule.fired > 0 || rule.lastFiredAt !== null ? (
                <>
                  <button
                    type="button"
                    className="min-h-6 cursor-pointer underline underline-offset-2"
                    onClick={() => onActivity(rule)}
                  >
                    {t('list.fired', { count: rule.fired })}
                    <VisuallyHidden>. {t('list.activity', { name: rule.name })}</VisuallyHidden>
                  </button>
                  {rule.lastFiredAt !== null && (
                    <span>{t('list.last', { at: moment(i18n.language, rule.lastFiredAt) })}</span>
                  )}
                </>
              ) : (
                <span>{t('list.never')}</span>
              )}
              {rule.repetition !== 'always' && <span>{t(`editor.repetitions.${rule.repetition}`)}</span>}
              {rule.isLast && <span>{t('list.isLast')}</span>}
            </p>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
