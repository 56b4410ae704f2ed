import { useCallback, useEffect, useRef, useState } from 'react'
import type { CaptchaPurpose } from '../../../base/contracts.ts'
import { openAttempt, type CaptchaAttempt } from './attempt.ts'

/** Last position of the slider. */
export const sliderEnd = 100

export interface Captcha {
  /** 0 to {@link sliderEnd}. */
  readonly position: number
  slide(position: number): void
  /** The person has done their part. */
  readonly completed: boolean
  /** State of the proof of work. */
  readonly state: 'solving' | 'ready' | 'failed'
  /**
   * The field for the request; waits for the machine. A challenge that grew old while the page was open is replaced
   * unseen. Undefined where browsers do not compute (plain http): the server decides whether it asks for one.
   */
  field(): Promise<string | undefined>
  /**
   * The last one was used: a new challenge, and the slider back at its start unless the person need not prove anything
   * again.
   */
  renew(keepSlider?: boolean): void
}

/** The slider challenge of a form. */
export function useCaptcha(purpose: CaptchaPurpose): Captcha {
  const [position, slide] = useState(0)
  const [state, setState] = useState<Captcha['state']>('solving')
  const current = useRef<CaptchaAttempt>(null)
  const open = useCallback((): CaptchaAttempt => {
    current.current?.close()
    const attempt = openAttempt(purpose)
    current.current = attempt
    setState('solving')
    const told = (next: Captcha['state']) => () => {
      if (current.current === attempt) setState(next)
    }
    attempt.field.then(told('ready'), told('failed'))
    return attempt
  }, [purpose])
  useEffect(() => {
    if (isSecureContext) open()
    else setState('ready')
    return () => {
      current.current?.close()
      current.current = null
    }
  }, [open])
  return {
    position,
    slide,
    state,
    completed: position >= sliderEnd,
    async field() {
      if (!isSecureContext) return undefined
      const attempt = current.current
      const usable = attempt && Date.now() < attempt.until && state !== 'failed'
      return (usable ? attempt : open()).field
    },
    renew(keepSlider = false) {
      if (!keepSlider) slide(0)
      if (isSecureContext) open()
    },
  }
}
