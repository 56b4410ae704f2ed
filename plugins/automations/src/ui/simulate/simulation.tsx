import { Button, Icon, Spinner, useErrorText, useWords } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Supposed } from '../../simulation/supposed.ts'
import type { Editing } from '../editor/use-editor.ts'
import { moment } from '../moments.ts'
import type { Blocks } from '../use-offer.ts'
import { AnswerFields } from './answer-fields.tsx'
import { sentAs, useSimulation, type Simulated } from './use-simulation.ts'

/** Count of the open rule's firings if it had been active lately; it has no effect. */
export function Simulation({ editing, blocks }: { editing: Editing; blocks: Blocks }) {
  const { t } = useWords()
  const title = useId()
  const { found, isRunning, run, cancel } = useSimulation()
  const [supposed, setSupposed] = useState<Supposed | null>(null)
  const isSurveyed = editing.draft.kind === 'event' && editing.draft.event === 'surveyed'
  const answer = isSurveyed ? supposed : null
  const start = async () => {
    if (!editing.check()) return
    try {
      await run(editing.rule(), answer)
    } catch (thrown) {
      editing.refuse(thrown, 'rule.')
    }
  }
  const isOutdated = found !== undefined && !isRunning && found.sent !== sentAs(editing.rule(), answer)
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3 rounded-md bg-canvas p-3">
      <div>
        <h3 id={title} className="text-list font-semibold">
          {t('simulate.title')}
        </h3>
        <p className="text-xs text-ink-muted">{t('simulate.help')}</p>
      </div>
      {isSurveyed && <AnswerFields answer={supposed} onChange={setSupposed} />}
      <div className="flex flex-wrap items-center gap-3 text-list">
        {isRunning ? (
          <>
            <Spinner />
            <span>{t('simulate.progress', { count: found?.tickets ?? 0 })}</span>
            <Button size="small" onClick={cancel}>
              {t('simulate.cancel')}
            </Button>
          </>
        ) : (
          <Button size="small" icon={<Icon name="play" size={15} />} onClick={() => void start()}>
            {t(found ? 'simulate.again' : 'simulate.run')}
          </Button>
        )}
      </div>
      <p role="status" className={found && !isRunning ? 'text-list font-medium' : 'sr-only'}>
        {found &&
          !isRunning &&
          t(found.isWhole ? 'simulate.found' : 'simulate.partly', {
            times: t('simulate.times', { count: found.fired }),
            tickets: t('simulate.inTickets', { count: found.firedTickets }),
          })}
      </p>
      {isOutdated && <p className="text-xs text-warning">{t('simulate.outdated')}</p>}
      {found && <Found found={found} editing={editing} blocks={blocks} />}
    </section>
  )
}

function Found({ found, editing: { draft }, blocks }: { found: Simulated; editing: Editing; blocks: Blocks }) {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const nameOf = (at: number): string => {
    const asked = draft.conditions[at]
    const block = asked && blocks.find('conditions', asked)
    return block ? blocks.titleOf(block) : t('simulate.condition', { number: at + 1 })
  }
  return (
    <>
      {found.problems.length > 0 && (
        <ul className="flex flex-col gap-1 text-xs text-warning">
          {found.problems.map(({ at, error }) => (
            <li key={at}>
              {t('simulate.problem', { name: nameOf(at) })} {textOf(error)}
            </li>
          ))}
        </ul>
      )}
      {found.samples.length > 0 && (
        <div className="flex flex-col gap-1">
          <h4 className="text-xs font-medium text-ink-muted">{t('simulate.samples')}</h4>
          <ul className="flex max-h-60 flex-col gap-px overflow-y-auto text-list">
            {found.samples.map(({ ticketId, at, name, protocol }) => (
              <li key={`${ticketId} ${at}`}>
                <Link
                  to={`/atendimento/${ticketId}` as never}
                  target="_blank"
                  className="flex flex-wrap justify-between gap-x-3 rounded-md px-2 py-1.5 hover:bg-hover"
                >
                  <span className="min-w-0 break-words">
                    {name}
                    <span className="text-ink-muted tabular-nums"> · {protocol}</span>
                  </span>
                  <time dateTime={at} className="text-ink-muted tabular-nums">
                    {moment(i18n.language, at)}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
