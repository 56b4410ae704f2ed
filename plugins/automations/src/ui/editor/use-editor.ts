import { ApiError, useErrorText, useFieldErrors, useFieldProblems, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { Rule } from '../../rules/rule.ts'
import { useSave } from '../use-rules.ts'
import type { Blocks } from '../use-offer.ts'
import { draftOf, ruleOf, type Beginning, type Draft } from './draft.ts'
import { isFine, noProblems, problemsFound, problemsOf, type Problems } from './problems.ts'

/** A rule while it is edited: its values, its mistakes, and its saving. A refused one stays as it was typed. */
export function useEditor(beginning: Beginning, id: Rule['id'] | undefined, blocks: Blocks) {
  const { t } = useWords()
  const textOf = useErrorText()
  const fieldErrors = useFieldErrors()
  const fieldProblems = useFieldProblems()
  const save = useSave()
  const [first] = useState(() => draftOf(beginning, blocks))
  const [draft, setDraft] = useState(first)
  const [problems, setProblems] = useState(noProblems)
  const [refusal, setRefusal] = useState<unknown>()

  const check = (): boolean => {
    const found = problemsOf(draft, blocks, {
      name: t('editor.needs.name'),
      minutes: t('editor.needs.minutes'),
      date: t('editor.needs.date'),
      actions: t('editor.needs.actions'),
      trouble: (trouble) => t(`editor.trouble.${trouble}`),
      fields: (block, values) => fieldProblems(block.fields, values),
    })
    setProblems(found)
    setRefusal(undefined)
    return isFine(found)
  }
  /** Issues at their places; anything else is said of the whole. `below` is where the rule is in what was sent. */
  const refuse = (thrown: unknown, below = ''): void => {
    const found = Object.fromEntries(
      Object.entries(fieldErrors(thrown)).map(([path, text]) => [
        path.startsWith(below) ? path.slice(below.length) : path,
        text,
      ]),
    )
    const placed: Problems =
      ApiError.is(thrown) && thrown.code === 'ERR_RULE_EXISTS'
        ? { ...noProblems, name: textOf(thrown) }
        : problemsFound(found, draft, textOf(thrown))
    setProblems(placed)
    setRefusal(isFine(placed) ? thrown : undefined)
  }
  return {
    draft,
    problems,
    refusal,
    isSaving: save.isPending,
    isChanged: JSON.stringify(draft) !== JSON.stringify(first),
    change: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    check,
    refuse,
    rule: () => ruleOf(draft, blocks),
    /** Whether it was kept. */
    async submit(): Promise<boolean> {
      if (save.isPending || !check()) return false
      try {
        await save.mutateAsync({ id, rule: ruleOf(draft, blocks) })
        return true
      } catch (thrown) {
        refuse(thrown)
        return false
      }
    },
  }
}
export type Editing = ReturnType<typeof useEditor>
