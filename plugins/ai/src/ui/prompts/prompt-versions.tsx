import { Badge, Button, ErrorState, Select, Skeleton, toast, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { contentFields, PromptContent, type Prompt, type PromptDraft } from '../../prompts/prompt.ts'
import { DiffText } from '../write/diff-text.tsx'
import { usePublish, useVersion, useVersions } from './use-prompts.ts'

interface PromptVersionsProps {
  prompt: Prompt | undefined
  /** What is in the form, to compare with. */
  draft: PromptDraft
  onTake(content: PromptContent): void
}

/** Versions of a prompt: who saved which when, what changed; two are compared, an earlier one is taken or published. */
export function PromptVersions({ prompt, draft, onTake }: PromptVersionsProps) {
  const { t } = useWords()
  return prompt ? (
    <List prompt={prompt} draft={draft} onTake={onTake} />
  ) : (
    <p className="pt-4 text-list text-ink-muted">{t('versions.none')}</p>
  )
}

const inForm = 'form'

function List({ prompt, draft, onTake }: PromptVersionsProps & { prompt: Prompt }) {
  const { t, i18n } = useWords()
  const versions = useVersions(prompt.id)
  const publish = usePublish(prompt.id)
  const [chosen, setChosen] = useState<number | null>(null)
  const [other, setOther] = useState(inForm)
  const left = useVersion(prompt.id, chosen)
  const right = useVersion(prompt.id, other === inForm ? null : Number(other))
  if (versions.isPending) return <Skeleton lines={4} />
  if (versions.isError)
    return <ErrorState what={t('versions.title')} error={versions.error} onRetry={() => void versions.refetch()} />
  const listed = versions.data.versions
  const compared = other === inForm ? PromptContent.safeParse(draft).data : right.data
  return (
    <div className="flex min-w-0 flex-col gap-4 pt-4">
      <p className="text-list text-ink-muted">{t('versions.description')}</p>
      <ul aria-label={t('versions.title')} className="flex flex-col divide-y divide-line text-list">
        {listed.map(({ version, savedAt, savedBy, note, changed }) => (
          <li key={version} className="flex flex-wrap items-center gap-2 py-2">
            <div className="min-w-0 flex-1 basis-56">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {t('versions.number', { number: version })}
                {version === versions.data.publishedVersion && <Badge>{t('versions.published')}</Badge>}
              </p>
              <p className="text-xs text-ink-muted">
                {new Date(savedAt).toLocaleString(i18n.language, { dateStyle: 'short', timeStyle: 'short' })}
                {savedBy && ` · ${savedBy}`}
              </p>
              {note !== '' && <p className="text-xs break-words">{note}</p>}
              {changed.length > 0 && (
                <p className="text-xs text-ink-muted">
                  {t('versions.changed', { fields: changed.map((field) => t(`versions.fields.${field}`)).join(', ') })}
                </p>
              )}
            </div>
            <Button size="small" aria-pressed={chosen === version} onClick={() => setChosen(version)}>
              {t('versions.compare')}
            </Button>
            {version !== versions.data.publishedVersion && (
              <Button
                size="small"
                busy={publish.isPending && publish.variables === version}
                onClick={() =>
                  publish.mutate(version, {
                    onSuccess: () => void toast.success(t('versions.isPublished', { number: version })),
                    onError: (error) => void toast.error(error),
                  })
                }
              >
                {t('form.publish')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <section aria-label={t('versions.comparison')} className="flex min-w-0 flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2 text-list">
            <span>{t('versions.from', { number: chosen })}</span>
            <Select
              aria-label={t('versions.with')}
              value={other}
              options={[
                { value: inForm, label: t('versions.inForm') },
                ...listed
                  .filter(({ version }) => version !== chosen)
                  .map(({ version }) => ({
                    value: String(version),
                    label: t('versions.number', { number: version }),
                  })),
              ]}
              onValueChange={setOther}
            />
            {left.data && (
              <Button
                size="small"
                onClick={() => {
                  onTake(left.data)
                  toast.info(t('versions.taken', { number: chosen }))
                }}
              >
                {t('versions.take')}
              </Button>
            )}
          </div>
          {left.isError && (
            <ErrorState what={t('versions.title')} error={left.error} onRetry={() => void left.refetch()} />
          )}
          {left.data && compared ? <Differences before={left.data} after={compared} /> : <Skeleton lines={3} />}
        </section>
      )}
    </div>
  )
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value, undefined, 1)

/** Fields in which two versions differ, each with what is new in it. */
function Differences({ before, after }: { before: PromptContent; after: PromptContent }) {
  const { t } = useWords()
  const differing = contentFields.filter((field) => shown(before[field]) !== shown(after[field]))
  if (differing.length === 0) return <p className="text-list text-ink-muted">{t('versions.same')}</p>
  return (
    <dl className="flex min-w-0 flex-col gap-3">
      {differing.map((field) => (
        <div key={field} className="min-w-0">
          <dt className="text-xs text-ink-muted">{t(`versions.fields.${field}`)}</dt>
          <dd className="rounded-md border border-line bg-canvas p-3 text-list break-words whitespace-pre-wrap">
            <DiffText before={shown(before[field])} after={shown(after[field])} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
