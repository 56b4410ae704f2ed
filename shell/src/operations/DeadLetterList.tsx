import { Button, ConfirmDialog, EmptyState, ErrorState, Field, Select, Skeleton, Spinner } from '@recado/sdk/ui'
import { CircleCheck } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../platform/Section.tsx'
import { keyOfLetter, type DeadLetter, type LetterAct } from './dead-letters.ts'
import { DeadLetterItem } from './DeadLetterItem.tsx'
import type { OperationsStatus } from './operations-status.ts'
import { headingOf } from './sections.ts'
import { useCountText } from './use-count-text.ts'
import { useDeadLetters, useLetterActs, useLetterNews } from './use-dead-letters.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** Events that were given up, over all companies, and what can be done about them. */
export function DeadLetterList({ status: { bus } }: { status: OperationsStatus }) {
  const { t } = useTranslation('operations')
  const [consumer, setConsumer] = useState('')
  const found = useDeadLetters(consumer)
  const letters = useMemo(() => found.data?.pages.flatMap((page) => page.deadLetters) ?? [], [found.data])
  const counts = new Map(bus?.consumers.filter(({ dead }) => dead > 0).map(({ name, dead }) => [name, dead]))
  useLetterNews(bus && [...counts].join())
  const consumers = [...new Set([...counts.keys(), ...letters.map((letter) => letter.consumer), consumer])]
    .filter((name) => name !== '')
    .toSorted()
  const target = consumer === '' && consumers.length === 1 ? consumers[0]! : consumer
  return (
    <Section id={headingOf('letters')} title={t('sections.letters')} description={t('letters.description')}>
      {(consumers.length > 1 || consumer !== '') && (
        <ConsumerChoice value={consumer} consumers={consumers} counts={counts} onChange={setConsumer} />
      )}
      {found.isPending && <Skeleton lines={4} />}
      {found.isError && (
        <ErrorState what={t('letters.what')} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isSuccess && letters.length === 0 && (
        <EmptyState icon={<CircleCheck size={20} />} title={t('letters.none')}>
          {t(consumer === '' ? 'letters.noneDetail' : 'letters.noneOfConsumer')}
        </EmptyState>
      )}
      {letters.length > 0 && <Letters letters={letters} target={target} />}
      {found.hasNextPage && (
        <Button
          size="small"
          className="self-start"
          busy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('letters.more')}
        </Button>
      )}
    </Section>
  )
}

interface ConsumerChoiceProps {
  value: string
  consumers: readonly string[]
  counts: ReadonlyMap<string, number>
  onChange(consumer: string): void
}

function ConsumerChoice({ value, consumers, counts, onChange }: ConsumerChoiceProps) {
  const { t } = useTranslation('operations')
  const countText = useCountText()
  const options = consumers.map((name) => {
    const count = counts.get(name)
    return { value: name, label: count === undefined ? name : `${name} (${countText(count)})` }
  })
  return (
    <Field label={t('letters.consumer')}>
      <Select
        className="max-w-96"
        value={value}
        onValueChange={onChange}
        options={[{ value: '', label: t('letters.allConsumers') }, ...options]}
      />
    </Field>
  )
}

/** The letters with their acts, and those on all of `target`; empty: no consumer is meant. */
function Letters({ letters, target }: { letters: readonly DeadLetter[]; target: string }) {
  const { t } = useTranslation('operations')
  const { act, progress } = useLetterActs()
  const [isDiscarding, setDiscarding] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useKeptFocus(list, letters)
  const running = act.isPending ? act.variables : null
  const ofAll = running !== null && running.seq === undefined ? running.act : null
  const busyWith = (letter: DeadLetter): LetterAct | null =>
    running?.consumer === letter.consumer && running.seq === letter.seq ? running.act : null
  return (
    <>
      {target === '' ? (
        <p className="text-list text-ink-muted">{t('letters.chooseOne')}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="small"
            busy={ofAll === 'replay'}
            disabled={ofAll === 'discard'}
            onClick={() => act.mutate({ act: 'replay', consumer: target })}
          >
            {t('letters.replayAll')}
          </Button>
          <Button
            size="small"
            variant="ghost"
            busy={ofAll === 'discard'}
            disabled={ofAll === 'replay'}
            onClick={() => setDiscarding(true)}
          >
            {t('letters.discardAll')}
          </Button>
        </div>
      )}
      <p role="status" className="flex items-center gap-2 text-list text-ink-muted tabular-nums empty:hidden">
        {ofAll !== null && (
          <>
            <Spinner />
            {t(`letters.progress.${ofAll}`, { count: progress })}
          </>
        )}
      </p>
      <ul ref={list} aria-label={t('sections.letters')} className="flex flex-col divide-y divide-line">
        {letters.map((letter) => (
          <DeadLetterItem
            key={keyOfLetter(letter)}
            letter={letter}
            busy={busyWith(letter)}
            isBlocked={ofAll !== null}
            onAct={(name) => {
              keepFocus(letter, name)
              act.mutate({ act: name, consumer: letter.consumer, seq: letter.seq })
            }}
          />
        ))}
      </ul>
      {isDiscarding && (
        <ConfirmDialog
          title={t('letters.discardAllTitle', { consumer: target })}
          description={t('letters.discardAllDetail')}
          confirmLabel={t('letters.discardAll')}
          open
          onOpenChange={setDiscarding}
          onConfirm={() => act.mutate({ act: 'discard', consumer: target })}
        />
      )}
    </>
  )
}
