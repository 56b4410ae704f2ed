import { Button, Field, Input, useErrorText, useWords } from '@recado/sdk/ui'
import { useState, type FormEvent } from 'react'
import { useGroupActs } from '../use-group.ts'

/** A country code and a number, at least and at most. */
const digitsOf = (typed: string): string => typed.replaceAll(/\D/g, '')
const isNumber = (typed: string): boolean => /^[\d\s()+.-]+$/.test(typed) && /^\d{8,15}$/.test(digitsOf(typed))

/** Adds somebody by their number (S5-057). */
export function AddMember({ ticketId }: { ticketId: string }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const { members } = useGroupActs(ticketId)
  const [number, setNumber] = useState('')
  const [isTried, setTried] = useState(false)
  const problem = number.trim() === '' ? t('add.required') : isNumber(number) ? undefined : t('add.invalid')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (problem !== undefined || members.isPending) return
    members.mutate(
      { act: 'add', people: [digitsOf(number)] },
      {
        onSuccess: ({ people }) => {
          setTried(false)
          if (people.every(({ outcome }) => outcome === 'done')) setNumber('')
        },
      },
    )
  }
  return (
    <form className="flex items-start gap-2" noValidate onSubmit={submit} aria-label={t('add.title')}>
      <Field
        className="min-w-0 flex-1"
        label={t('add.title')}
        hideLabel
        error={(isTried && problem) || (members.isError ? textOf(members.error) : undefined)}
      >
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder={t('add.placeholder')}
          value={number}
          onChange={(event) => {
            setNumber(event.target.value)
            members.reset()
          }}
        />
      </Field>
      <Button type="submit" busy={members.isPending}>
        {t('add.add')}
      </Button>
    </form>
  )
}
