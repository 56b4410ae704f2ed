import { languageName } from '@recado/sdk'
import {
  Badge,
  Button,
  EmptyState,
  Field,
  Icon,
  ListStates,
  NoPermission,
  PageHeader,
  Select,
  Table,
  usePermission,
  useWords,
  type BadgeProps,
} from '@recado/sdk/ui'
import { useState } from 'react'
import { textOf } from '../../templates/message.ts'
import type { MessengerTemplate, TemplateStatus } from '../../templates/template.ts'
import { TemplateEditor } from './template-editor.tsx'
import { usePages, useTemplates } from './use-templates.ts'

/** The message templates of the company's pages, as Meta has them. */
export default function TemplatesPage() {
  return usePermission('meta.templates.manage') ? <Templates /> : <NoPermission />
}

function Templates() {
  const { t } = useWords()
  const pages = usePages()
  const [chosen, setChosen] = useState<string>()
  const [isWriting, setWriting] = useState(false)
  const page = pages.data?.find(({ id }) => id === chosen) ?? pages.data?.[0]
  const list = useTemplates(page?.id, false)
  const write = page && (
    <Button variant="primary" icon={<Icon name="plus" size={16} />} onClick={() => setWriting(true)}>
      {t('templates.page.create')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader title={t('templates.page.title')} description={t('templates.page.description')} actions={write} />
      <ListStates query={pages} what={t('templates.page.pages')} rowHeight="3rem" isEmpty={!page}>
        <EmptyState icon={<Icon name="file-text" />} title={t('templates.page.noPage')}>
          {t('templates.page.noPageHelp')}
        </EmptyState>
      </ListStates>
      {page && pages.data!.length > 1 && (
        <Field label={t('templates.page.page')} className="max-w-xs">
          <Select
            value={page.id}
            options={pages.data!.map(({ id, name }) => ({ value: id, label: name }))}
            onValueChange={setChosen}
          />
        </Field>
      )}
      {page && (
        <ListStates query={list} what={t('templates.page.title')} rowHeight="3rem" isEmpty={list.data?.length === 0}>
          <EmptyState icon={<Icon name="file-text" />} title={t('templates.page.none')} action={write}>
            {t('templates.page.noneHelp')}
          </EmptyState>
        </ListStates>
      )}
      {list.data && list.data.length > 0 && <Rows templates={list.data} />}
      {isWriting && page && <TemplateEditor page={page} onClose={() => setWriting(false)} />}
    </div>
  )
}

function Rows({ templates }: { templates: readonly MessengerTemplate[] }) {
  const { t, i18n } = useWords()
  return (
    <Table label={t('templates.page.title')}>
      <thead>
        <tr>
          <th scope="col">{t('templates.field.name')}</th>
          <th scope="col">{t('templates.field.language')}</th>
          <th scope="col">{t('templates.field.body')}</th>
          <th scope="col">{t('templates.field.status')}</th>
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <tr key={template.id}>
            <td className="break-all font-medium">{template.name}</td>
            <td>{languageName(template.language, i18n.language)}</td>
            <td className="min-w-48 whitespace-pre-line break-words" dir="auto">
              {textOf(template, {})}
            </td>
            <td>
              <Standing {...template} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const tones: Partial<Record<TemplateStatus, BadgeProps['tone']>> = {
  APPROVED: 'success',
  PENDING: 'accent',
  IN_APPEAL: 'accent',
  REJECTED: 'danger',
  DISABLED: 'danger',
  PAUSED: 'warning',
  LIMIT_EXCEEDED: 'warning',
}
const explained = ['INCORRECT_PARAMS', 'PARAMS_TO_WORD_RATIO_EXCEED_LIMIT', 'TAG_SHOULD_BE_MARKETING']

function Standing({ status, reason }: MessengerTemplate) {
  const { t } = useWords()
  const known = explained.find((each) => reason?.startsWith(each))
  return (
    <>
      <Badge tone={tones[status] ?? 'neutral'}>{t(`templates.status.${status}`)}</Badge>
      {status === 'REJECTED' && reason !== null && (
        <p className="mt-1 max-w-64 text-sm text-ink-muted">{known ? t(`templates.reason.${known}`) : reason}</p>
      )}
    </>
  )
}
