import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { draw } from '../../../../testing/draw.rig.tsx'
import { AudioPlayer } from './AudioPlayer.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
const drawn = async (seconds?: number) => {
  const screen = await draw(
    <>
      <AudioPlayer src="/a" label="Mensagem de voz" seconds={seconds} onError={() => undefined} />
      <AudioPlayer src="/b" label="recado.ogg" seconds={undefined} onError={() => undefined} />
    </>,
  )
  const [first, second] = [...screen.container.querySelectorAll('audio')] as [HTMLAudioElement, HTMLAudioElement]
  return { ...screen, first, second, place: () => screen.getByRole('slider', { name: 'Posição em Mensagem de voz' }) }
}
const lasts = (audio: HTMLAudioElement, duration: number) => {
  Object.defineProperty(audio, 'duration', { value: duration, configurable: true })
  fireEvent.durationChange(audio)
}

describe('a voice note in the thread', () => {
  it('is as long as was said until the file says it: recordings of browsers have no length of their own', async () => {
    const { first, place } = await drawn(75)
    lasts(first, Number.POSITIVE_INFINITY)
    expect(place().getAttribute('aria-valuetext')).toBe('0:00 / 1:15')
    lasts(first, 70)
    expect(place().getAttribute('aria-valuetext')).toBe('0:00 / 1:10')
  })

  it('is measured by going to its end when nobody says how long it is', async () => {
    const { first, place } = await drawn()
    Object.defineProperty(first, 'duration', { value: Number.POSITIVE_INFINITY, configurable: true })
    fireEvent.loadedMetadata(first)
    fireEvent.timeUpdate(first)
    expect(place().getAttribute('aria-valuetext')).toBe('0:00 / 0:00')
    lasts(first, 8)
    expect([place().getAttribute('aria-valuetext'), first.currentTime]).toEqual(['0:00 / 0:08', 0])
  })

  it('is gone to by its slider, and begins anew after its end', async () => {
    const { first, place } = await drawn(60)
    fireEvent.change(place(), { target: { value: '30' } })
    expect(first.currentTime).toBe(30)
    expect(place().getAttribute('aria-valuetext')).toBe('0:30 / 1:00')
    fireEvent.ended(first)
    expect(first.currentTime).toBe(0)
  })

  it('is silent when another one begins', async () => {
    const { first, second, getByRole } = await drawn()
    const silence = vi.spyOn(first, 'pause')
    fireEvent.play(first)
    expect(getByRole('button', { name: 'Pausar: Mensagem de voz' })).toBeTruthy()
    fireEvent.play(second)
    expect(silence).toHaveBeenCalledOnce()
    fireEvent.pause(first)
    expect(getByRole('button', { name: 'Ouvir: Mensagem de voz' })).toBeTruthy()
  })

  it('speaks faster, in numbers as they are written here', async () => {
    const { first, getAllByRole } = await drawn()
    const speed = getAllByRole('button', { name: /^Velocidade/ })[0]!
    fireEvent.click(speed)
    expect(speed.textContent).toBe('1,5×')
    expect(first.playbackRate).toBe(1.5)
  })
})
