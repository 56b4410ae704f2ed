import { beforeEach, expect, test } from 'vitest'
import { Recorder, type RecordingDevices } from './recorder.ts'

/** A simulated microphone with the sound and the times of the test. */
class Microphone implements RecordingDevices {
  time = 0
  stopped = 0
  refusal: Error | null = null
  recorder = {
    mimeType: 'audio/webm;codecs=opus',
    isPaused: false,
    start: () => undefined,
    pause: () => {
      this.recorder.isPaused = true
    },
    resume: () => {
      this.recorder.isPaused = false
    },
    stop: () => this.#stop(),
    ondataavailable: (_event: { data: Blob }) => undefined as void,
    onstop: () => undefined as void,
    onerror: () => undefined as void,
  }
  sound = 'som'
  now = () => this.time
  ask = async () => {
    if (this.refusal) throw this.refusal
    return {
      getTracks: () => [
        {
          stop: () => {
            this.stopped++
          },
        },
      ],
    } as unknown as MediaStream
  }
  record = () => this.recorder as unknown as MediaRecorder
  #stop() {
    if (this.sound !== '') this.recorder.ondataavailable({ data: new Blob([this.sound]) })
    this.recorder.onstop()
  }
}

let microphone: Microphone
let recorder: Recorder
beforeEach(() => {
  microphone = new Microphone()
  recorder = new Recorder(microphone)
})

test('what is said becomes a file with its length, and the microphone is given back', async () => {
  await recorder.start()
  expect(recorder.state()).toEqual({ kind: 'recording', isPaused: false })
  microphone.time = 2_500
  const recording = await recorder.stop('Voz')
  expect(recording).toMatchObject({ seconds: 2.5 })
  expect([recording!.file.type, recording!.file.name, recording!.file.size]).toEqual(['audio/webm', 'Voz.webm', 3])
  expect([recorder.state().kind, recorder.stream(), microphone.stopped]).toEqual(['idle', null, 1])
})

test('less than a second is too short', async () => {
  await recorder.start()
  microphone.time = 999
  expect(await recorder.stop('Voz')).toBeUndefined()
  expect(recorder.state()).toEqual({ kind: 'failed', fault: 'tooShort' })
  expect(microphone.stopped).toBe(1)
})

test('pauses do not count', async () => {
  await recorder.start()
  microphone.time = 1_000
  recorder.pause()
  expect([recorder.state(), microphone.recorder.isPaused]).toEqual([{ kind: 'recording', isPaused: true }, true])
  microphone.time = 60_000
  expect(recorder.seconds()).toBe(1)
  recorder.resume()
  microphone.time = 60_500
  expect(await recorder.stop('Voz')).toMatchObject({ seconds: 1.5 })
})

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'noMicrophone'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'failed'],
])('%s of the browser is said as %s, and it can be tried again', async (name, fault) => {
  microphone.refusal = Object.assign(new Error(), { name })
  await recorder.start()
  expect(recorder.state()).toEqual({ kind: 'failed', fault })
  microphone.refusal = null
  await recorder.start()
  expect(recorder.state().kind).toBe('recording')
})

test('an answer that comes after it was given up is not used', async () => {
  const starting = recorder.start()
  recorder.reset()
  await starting
  expect([recorder.state().kind, recorder.stream(), microphone.stopped]).toEqual(['idle', null, 1])
})

test('a recorder that breaks gives the microphone back', async () => {
  await recorder.start()
  microphone.recorder.onerror()
  expect([recorder.state(), microphone.stopped]).toEqual([{ kind: 'failed', fault: 'failed' }, 1])
})
