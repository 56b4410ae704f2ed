import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  Icon,
  IconButton,
  ListStates,
  NoPermission,
  PageHeader,
  toast,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { surveyKinds, type SurveyKind } from '../../survey/kind.ts'
import { maxSurveys } from '../../surveys/limits.ts'
import type { Survey } from '../../surveys/survey.ts'
import { useRemove, useSurveys } from '../use-surveys.ts'
import { Editor } from './editor.tsx'
import { waitingTime } from './waiting-time.ts'

/** `/configuracoes/nps` (S2-092): which surveys are asked when a ticket is resolved. */
export default function SettingsPage() {
  return usePermission('manage') ? <Surveys /> : <NoPermission />
}

function Surveys() {
  const { t } = useWords()
  const list = useSurveys()
  const remove = useRemove()
  const [edited, setEdited] = useState<{ survey?: Survey; kind: SurveyKind }>()
  const [doomed, setDoomed] = useState<Survey>()
  const surveys = list.data ?? []
  const isFull = surveys.length >= maxSurveys
  const starts = (
    <div className="flex flex-wrap justify-center gap-2">
      {surveyKinds.map((kind) => (
        <Button
          key={kind}
          variant={kind === 'nps' ? 'primary' : 'secondary'}
          icon={<Icon name="plus" size={16} />}
          onClick={() => setEdited({ kind })}
        >
          {t(`kind.${kind}.start`)}
        </Button>
      ))}
    </div>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader
        className="mb-0"
        title={t('settings.title')}
        description={t('settings.description')}
        actions={
          surveys.length > 0 && (
            <Button
              variant="primary"
              icon={<Icon name="plus" size={16} />}
              disabled={isFull}
              onClick={() => setEdited({ kind: 'nps' })}
            >
              {t('settings.create')}
            </Button>
          )
        }
      />
      {isFull && <p className="text-list text-ink-muted">{t('settings.full', { total: maxSurveys })}</p>}
      <ListStates query={list} what={t('settings.what')} rows={2} rowHeight="6rem" isEmpty={surveys.length === 0}>
        <EmptyState icon={<Icon name="star" />} title={t('settings.none')} action={starts}>
          {t('settings.noneHelp')}
        </EmptyState>
      </ListStates>
      {surveys.length > 0 && (
        <ul aria-label={t('settings.title')} className="flex flex-col gap-3">
          {surveys.map((survey) => (
            <li key={survey.id}>
              <SurveyCard
                survey={survey}
                onEdit={() => setEdited({ survey, kind: survey.kind })}
                onDelete={() => setDoomed(survey)}
              />
            </li>
          ))}
        </ul>
      )}
      {edited && <Editor survey={edited.survey} kind={edited.kind} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        title={t('delete.title', { name: doomed?.name })}
        description={t('delete.detail')}
        confirmLabel={t('delete.confirm')}
        onConfirm={async () => {
          await remove.mutateAsync(doomed!.id)
          toast.success(t('delete.done'))
        }}
      />
    </div>
  )
}

function SurveyCard({ survey, onEdit, onDelete }: { survey: Survey; onEdit(): void; onDelete(): void }) {
  const { t, i18n } = useWords()
  const { name, kind, enabled, requestMessage, queueIds, connectionIds, asked, timeoutMinutes } = survey
  return (
    <article className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 text-list">
      <header className="flex items-start justify-between gap-3">
        <h2 className="flex min-w-0 flex-wrap items-center gap-2 font-semibold break-words">
          {name}
          <Badge tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'settings.on' : 'settings.off')}</Badge>
          <Badge tone="neutral">{t(`kind.${kind}.short`)}</Badge>
        </h2>
        <span className="flex shrink-0 gap-1">
          <IconButton icon={<Icon name="pencil" size={16} />} label={t('settings.edit', { name })} onClick={onEdit} />
          <IconButton
            icon={<Icon name="trash-2" size={16} />}
            label={t('settings.delete', { name })}
            onClick={onDelete}
          />
        </span>
      </header>
      <p className="break-words whitespace-pre-line">{requestMessage}</p>
      <p className="text-ink-muted">
        {t(
          queueIds.length + connectionIds.length === 0
            ? 'settings.everywhere'
            : queueIds.length === 0
              ? 'settings.ofConnections'
              : connectionIds.length === 0
                ? 'settings.ofQueues'
                : 'settings.ofBoth',
          { queues: queueIds.length, connections: connectionIds.length },
        )}
        {' · '}
        {t('settings.waits', { time: waitingTime(timeoutMinutes, i18n.language) })}
        {' · '}
        {asked === 0 ? (
          t('settings.neverAsked')
        ) : (
          <Link to={'/relatorios/nps' as never} className="underline underline-offset-2">
            {t('settings.asked', { times: asked })}
          </Link>
        )}
      </p>
    </article>
  )
}
