import { useWords } from '@recado/sdk/ui'
import type { Macro, Subject } from '../macros/macro.ts'
import type { OwnKind, Step } from '../macros/step.ts'

export const stepIcons: Readonly<Record<OwnKind, string>> = {
  reply: 'message-square',
  note: 'notebook-pen',
  addTag: 'tag',
  removeTag: 'tag',
  priority: 'activity',
  snooze: 'clock',
  toQueue: 'users',
  toUser: 'user',
  return: 'undo-2',
  resolve: 'archive',
}

/** Subject of a step; undefined for one without. */
export const subjectIn = ({ subjects }: Pick<Macro, 'subjects'>, step: Step): Subject | undefined => {
  const id =
    'tagId' in step ? step.tagId : 'queueId' in step ? step.queueId : 'userId' in step ? step.userId : undefined
  return id === undefined
    ? undefined
    : (subjects.find((subject) => subject.id === id) ?? { id, name: null, color: null, isGone: true })
}

/** Says in words what a step of macros themselves does. */
export function useStepWords(): (step: Extract<Step, { kind: OwnKind }>, subject?: Subject) => string {
  const { t } = useWords()
  return (step, subject) => {
    const name = subject?.name ?? t('gone.unnamed')
    switch (step.kind) {
      case 'reply':
        return t('step.reply', { text: step.text })
      case 'note':
        return t('step.note', { text: step.text })
      case 'priority':
        return t('step.priority', { priority: t(`priority.${step.priority}`) })
      case 'snooze':
        return step.minutes === null ? t('step.snoozeAnswer') : t('step.snooze', { time: t(`time.${step.minutes}`) })
      case 'resolve':
        return t(step.withoutFarewell ? 'step.resolveSilently' : 'step.resolve')
      default:
        return t(`step.${step.kind}`, { name })
    }
  }
}
