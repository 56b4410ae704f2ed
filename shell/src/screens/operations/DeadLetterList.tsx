import type { InstallationDeadLetter } from '../../base/contracts.ts'
import { Button, ConfirmDialog, EmptyState, ErrorState, Field, Select, Skeleton, Spinner } from '@recado/sdk/ui'
import { CircleCheck } from 'lucide-react'
import { useMemo, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../base/forms/Section.tsx'
import { keyOfLetter, type LetterAct, type LetterChoice } from './dead-letters.ts'
import { DeadLetterItem } from './DeadLetterItem.tsx'
import type { OperationsStatus } from '@recado/sdk/client'
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
  const { act, progress } = useLetterActs()
  const running = act.isPending ? act.variables : null
  const ofAll = running !== null && running.seq === undefined ? running.act : null
  const { list, keepFocus } = useKeptFocus(letters)
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
      {letters.length > 0 && target === '' && <p className="text-list text-ink-muted">{t('letters.chooseOne')}</p>}
      {letters.length > 0 && target !== '' && (
        <ActsOnAll
          consumer={target}
          running={ofAll}
          onAct={(name) => {
            keepFocus(name)
            act.mutate({ act: name, consumer: target })
          }}
        />
      )}
      <p role="status" className="flex items-center gap-2 text-list text-ink-muted tabular-nums empty:hidden">
        {ofAll !== null && (
          <>
            <Spinner />
            {t(`letters.progress.${ofAll}`, { count: progress })}
          </>
        )}
      </p>
      {letters.length > 0 && (
        <Letters
          list={list}
          letters={letters}
          running={running}
          onAct={(name, letter) => {
            keepFocus(name, letter)
            act.mutate({ act: name, consumer: letter.consumer, seq: letter.seq })
          }}
        />
      )}
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

interface ActsOnAllProps {
  consumer: string
  running: LetterAct | null
  onAct(act: LetterAct): void
}

/** Acts on all letters of a consumer, after a confirmation with their number. */
function ActsOnAll({ consumer, running, onAct }: ActsOnAllProps) {
  const { t } = useTranslation('operations')
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" busy={running === 'replay'} disabled={running === 'discard'} onClick={() => onAct('replay')}>
        {t('letters.replayAll')}
      </Button>
      <Button
        size="small"
        variant="ghost"
        busy={running === 'discard'}
        disabled={running === 'replay'}
        onClick={() => setAsking(true)}
      >
        {t('letters.discardAll')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('letters.discardAllTitle', { consumer })}
          description={t('letters.discardAllDetail')}
          confirmLabel={t('letters.discardAll')}
          open
          onOpenChange={setAsking}
          onConfirm={() => onAct('discard')}
        />
      )}
    </div>
  )
}

interface LettersProps {
  list: RefObject<HTMLUListElement | null>
  letters: readonly InstallationDeadLetter[]
  running: (LetterChoice & { readonly act: LetterAct }) | null
  onAct(act: LetterAct, letter: InstallationDeadLetter): void
}

function Letters({ list, letters, running, onAct }: LettersProps) {
  const { t } = useTranslation('operations')
  const busyWith = ({ consumer, seq }: InstallationDeadLetter): LetterAct | null =>
    running?.consumer === consumer && running.seq === seq ? running.act : null
  return (
    <ul ref={list} aria-label={t('sections.letters')} className="flex flex-col divide-y divide-line">
      {letters.map((letter) => (
        <DeadLetterItem
          key={keyOfLetter(letter)}
          letter={letter}
          busy={busyWith(letter)}
          isBlocked={running !== null && running.seq === undefined}
          onAct={(name) => onAct(name, letter)}
        />
      ))}
    </ul>
  )
}
