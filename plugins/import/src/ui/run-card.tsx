import {
  AccordionSection,
  Badge,
  Button,
  ConfirmDialog,
  useNumberFormat,
  useWords,
  type BadgeProps,
} from '@recado/sdk/ui'
import { useEffect, useState } from 'react'
import { problems, type Run } from '../run/run.ts'
import { Problem } from './problem.tsx'
import { isAlive, useAct, useFaults } from './use-import.ts'

const kinds = ['contact', 'ticket', 'message', 'queue', 'tag', 'user', 'quickMessage', 'file'] as const
const tones: Readonly<Record<Run['state'], NonNullable<BadgeProps['tone']>>> = {
  running: 'accent',
  undoing: 'accent',
  done: 'success',
  failed: 'danger',
  cancelled: 'warning',
  undone: 'neutral',
  following: 'accent',
}

const sum = (numbers: Readonly<Partial<Record<string, number>>>): number =>
  Object.values(numbers).reduce<number>((all, one) => all + (one ?? 0), 0)

/** An import or a rehearsal: how far it came, what came of it, and what can be done with it. */
export function RunCard({ run, locale }: { readonly run: Run; readonly locale: string }) {
  const { t } = useWords()
  const format = useNumberFormat()
  const act = useAct()
  const [asksUndo, setAsksUndo] = useState(false)
  const total = sum(run.totals)
  // How many files there are nobody knows before.
  const { file: files = 0, ...rows } = run.read
  const share = total === 0 ? 1 : Math.min(1, sum(rows) / total)
  const shownKinds = kinds.filter((kind) => kind !== 'file' || (run.mapping.files && !run.isRehearsal))
  const began = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(run.createdAt),
  )
  const title = t(run.isRehearsal ? 'run.rehearsal' : 'run.import', { began })
  const canUndo = !run.isRehearsal && ['done', 'failed', 'cancelled'].includes(run.state)
  return (
    <article aria-label={title} className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="grow font-medium">{title}</h3>
        <Badge tone={tones[run.state]}>{t(`run.state.${run.state}`)}</Badge>
      </header>
      {isAlive(run) && (
        <div role="status" className="flex flex-col gap-1">
          <progress className="h-2 w-full" value={share} max={1} aria-label={t('run.progress')} />
          <p className="text-sm text-ink-muted">
            {run.state === 'undoing'
              ? t('run.removed', { total: format.whole(run.removed) })
              : run.stage === 'file'
                ? t('run.files', { files: format.whole(files) })
                : t('run.stage', { stage: t(`stage.${run.stage}`), share: Math.floor(share * 100) })}
          </p>
        </div>
      )}
      {run.state === 'following' && <Lag run={run} locale={locale} />}
      {run.error !== null && (
        <p role="alert" className="text-danger">
          {t(`run.error.${run.error}`, {
            defaultValue: t('run.error.ERR_IMPORT_FAILED'),
            place: run.followError ?? '',
          })}
        </p>
      )}
      <div className="overflow-x-auto">
        <table className="w-full text-xs sm:text-sm">
          <thead>
            <tr className="text-left text-ink-muted">
              <th scope="col">{t('run.what')}</th>
              <th scope="col" className="pl-2 text-right">
                {t('run.read')}
              </th>
              {!run.isRehearsal &&
                (['made', 'changed', 'known'] as const).map((column) => (
                  <th key={column} scope="col" className="pl-2 text-right">
                    {t(`run.${column}`)}
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {shownKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row" className="text-left font-normal">
                  {t(`kind.${kind}`)}
                </th>
                <td className="pl-2 text-right tabular-nums">{format.whole(run.read[kind] ?? 0)}</td>
                {!run.isRehearsal &&
                  (['made', 'changed', 'known'] as const).map((column) => (
                    <td key={column} className="pl-2 text-right tabular-nums">
                      {format.whole(run.counts[kind]?.[column] ?? 0)}
                    </td>
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {run.state === 'undone' && (
        <p className="text-sm">
          {t('run.undone', { removed: format.whole(run.removed), kept: format.whole(run.kept) })}
        </p>
      )}
      <Faults run={run} />
      {act.isError && <Problem error={act.error} />}
      <div className="flex flex-wrap gap-2">
        {run.state === 'running' && (
          <Button size="small" onClick={() => act.mutate({ id: run.id, act: 'cancel' })}>
            {t('run.cancel')}
          </Button>
        )}
        {run.state === 'following' && (
          <>
            <Button size="small" onClick={() => act.mutate({ id: run.id, act: 'look' })}>
              {t('run.look')}
            </Button>
            <Button size="small" onClick={() => act.mutate({ id: run.id, act: 'stop' })}>
              {t('run.stop')}
            </Button>
          </>
        )}
        {(run.state === 'failed' || run.state === 'cancelled') && (
          <Button size="small" onClick={() => act.mutate({ id: run.id, act: 'resume' })}>
            {t('run.resume')}
          </Button>
        )}
        {canUndo && (
          <Button size="small" variant="danger" onClick={() => setAsksUndo(true)}>
            {t('run.undo')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        title={t('undo.title')}
        description={t('undo.detail')}
        confirmLabel={t('undo.confirm')}
        open={asksUndo}
        onOpenChange={setAsksUndo}
        tone="danger"
        onConfirm={() => act.mutateAsync({ id: run.id, act: 'undo' })}
      />
    </article>
  )
}

/** Until when everything of the old system is here, and what keeps the rest from coming. */
function Lag({ run, locale }: { readonly run: Run; readonly locale: string }) {
  const { t } = useWords()
  const now = useNow()
  const until = run.caughtUpAt === null ? undefined : new Date(run.caughtUpAt)
  const minutes = until ? Math.max(0, Math.floor((now - until.getTime()) / 60_000)) : 0
  return (
    <div role="status" className="flex flex-col gap-1 text-sm">
      {until && (
        <p>
          {t('run.caughtUp', {
            until: new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(until),
          })}{' '}
          <span className="text-ink-muted">{t('run.lag', { count: minutes })}</span>
        </p>
      )}
      {run.followError !== null && (
        <p className="text-danger">
          {t(`run.error.${run.followError}`, { defaultValue: t('run.error.ERR_IMPORT_FAILED') })} {t('run.triesAgain')}
        </p>
      )}
    </div>
  )
}

/** The present instant, anew a few times a minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** What was left out or is not as it was, with ids of the old system. */
function Faults({ run }: { readonly run: Run }) {
  const { t } = useWords()
  const format = useNumberFormat()
  const faults = useFaults(run)
  const [open, setOpen] = useState(false)
  const found = problems.filter((problem) => (run.problems[problem] ?? 0) > 0)
  if (found.length === 0) return null
  return (
    <AccordionSection title={t('faults.title')} open={open} onOpenChange={setOpen}>
      <ul className="flex flex-col gap-2 p-2 text-sm">
        {found.map((problem) => {
          const some = (faults.data ?? []).filter((fault) => fault.problem === problem).map(({ ref }) => ref)
          return (
            <li key={problem}>
              <span className="font-medium">
                {format.whole(run.problems[problem]!)} · {t(`problem.${problem}`)}
              </span>
              {some.length > 0 && (
                <span className="block break-words text-ink-muted">{t('faults.ids', { ids: some.join(', ') })}</span>
              )}
            </li>
          )
        })}
      </ul>
    </AccordionSection>
  )
}
