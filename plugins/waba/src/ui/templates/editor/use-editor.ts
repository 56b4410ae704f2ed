import { ApiError } from '@recado/sdk/ui'
import { useState } from 'react'
import type { TemplateContent } from '../../../templates/template-kinds.ts'
import { draftProblems, ruleNames, templateProblems, type Problem } from '../../../templates/template-rules.ts'
import type { Template, TemplateConnection } from '../../../templates/template.ts'

const languageOfLocale: Readonly<Record<string, string>> = { 'pt-BR': 'pt_BR', en: 'en', es: 'es', ru: 'ru' }

/** A new template begins in the writer's language and, where there is only one, on the only connection. */
const empty = (connections: readonly TemplateConnection[], locale: string): TemplateContent => ({
  connectionId: connections.length === 1 ? connections[0]!.id : '',
  name: '',
  language: languageOfLocale[locale] ?? 'en',
  category: null,
  parameterFormat: 'POSITIONAL',
  headerFormat: null,
  headerText: '',
  headerExamples: {},
  headerMediaId: null,
  body: '',
  bodyExamples: {},
  footer: '',
  buttons: [],
})

const contentOf = ({
  connectionId,
  name,
  language,
  category,
  parameterFormat,
  headerFormat,
  headerText,
  headerExamples,
  headerMediaId,
  body,
  bodyExamples,
  footer,
  buttons,
}: Template): TemplateContent => ({
  connectionId,
  name,
  language,
  category,
  parameterFormat,
  headerFormat,
  headerText,
  headerExamples,
  headerMediaId,
  body,
  bodyExamples,
  footer,
  buttons,
})

export interface EditorState {
  readonly content: TemplateContent
  readonly isDirty: boolean
  /** All that would be refused now, whether it is shown already or not. */
  readonly open: readonly Problem[]
  change(part: Partial<TemplateContent>): void
  /** The first problem at a field, once the writer has asked to save or submit. */
  problemAt(path: string): Problem | undefined
  /** Shows what is missing; answers whether nothing is. */
  demand(what: 'draft' | 'all'): boolean
  /** Puts the server's issues to their fields; false when they are none of its rules. */
  refuse(error: unknown): boolean
  settled(): void
}

/** The edited template, and its mistakes. A copy keeps everything but the name, which must be another. */
export function useEditor(
  template: Template | undefined,
  isCopy: boolean,
  connections: readonly TemplateConnection[],
  locale: string,
): EditorState {
  const [content, setContent] = useState<TemplateContent>(() =>
    template
      ? { ...contentOf(template), ...(isCopy && { name: `${template.name}_2`.slice(-512) }) }
      : empty(connections, locale),
  )
  const [isDirty, setDirty] = useState(isCopy)
  const [demanded, setDemanded] = useState<'none' | 'draft' | 'all'>('none')
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const open = templateProblems(content)
  const shown = [...refused, ...(demanded === 'all' ? open : demanded === 'draft' ? draftProblems(content) : [])]
  return {
    content,
    isDirty,
    open,
    change(part) {
      setContent((before) => ({ ...before, ...part }))
      setDirty(true)
      setRefused([])
    },
    problemAt: (path) => shown.find((problem) => problem.path === path),
    demand(what) {
      setDemanded(what)
      return (what === 'all' ? open : draftProblems(content)).length === 0
    },
    refuse(error) {
      const issues = ApiError.is(error) && error.code === 'ERR_VALIDATION' ? (error.facts.issues ?? []) : []
      const problems = issues.flatMap(({ path, message }) => {
        const rule = ruleNames.find((name) => name === message)
        return rule ? [{ path, rule }] : []
      })
      setRefused(problems)
      return problems.length > 0
    },
    settled() {
      setDirty(false)
    },
  }
}
