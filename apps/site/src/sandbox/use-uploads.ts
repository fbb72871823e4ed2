import { type PrintAsset, createPrintAsset } from '@app/api-client'
import { useEffect, useRef, useState } from 'react'
import { type Failure, failureOf, type FailureTexts } from './failure.ts'
import { type KeySession, withKey } from './key-storage.ts'

const maxBytes = 5 * 1_024 * 1_024
/** The server gives up on a file after 30 seconds and responds with an error. */
const timeoutMs = 40_000

/** Rounded up, so that a file above the limit does not look like one at the limit. */
const megabytes = (bytes: number) => `${(Math.ceil((bytes / 1_024 / 1_024) * 10) / 10).toFixed(1)} MB`

export const isTooLarge = ({ size }: File): boolean => size > maxBytes

export const uploadTexts: FailureTexts = {
  busy: 'Too many uploads at once',
  tooLarge: 'Files can be up to 5 MB.',
  kept: 'The file was not saved.',
  faults: 'The file was not saved.',
}

const tooLarge = (file: File): Failure => ({
  title: 'Too large',
  text: `Files can be up to 5 MB, and this one is ${megabytes(file.size)}. For an image, 300 pixels per printed inch are enough: save a smaller version.`,
})

export interface Upload {
  id: number
  file: File
  state: 'waiting' | 'sending' | Failure
}

type OnStored = (asset: PrintAsset, file: File) => void

/** Uploads images one after another. A failed one stays in the list with its error. */
export function useUploads(session: KeySession, onStored: OnStored) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const last = useRef(Promise.resolve())
  const count = useRef(0)
  const controllers = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const all = controllers.current
    return () => {
      for (const controller of all.values()) controller.abort()
    }
  }, [])

  const set = (id: number, state: Upload['state']) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, state } : upload)))
  const remove = (id: number) => {
    controllers.current.get(id)?.abort()
    setUploads((before) => before.filter((upload) => upload.id !== id))
  }

  const send = async ({ id, file }: Upload): Promise<void> => {
    const controller = controllers.current.get(id)
    if (!controller || controller.signal.aborted) return
    set(id, 'sending')
    try {
      const { data } = await createPrintAsset(file, {}, { ...withKey(session), signal: controller.signal, timeoutMs })
      onStored(data, file)
      remove(id)
    } catch (error) {
      if (!controller.signal.aborted) set(id, failureOf(error, uploadTexts))
    }
  }
  const enqueue = (upload: Upload) => {
    controllers.current.set(upload.id, new AbortController())
    last.current = last.current.then(() => send(upload))
  }

  return {
    uploads,
    add: (files: Iterable<File>) => {
      for (const file of files) {
        count.current += 1
        const upload: Upload = { id: count.current, file, state: isTooLarge(file) ? tooLarge(file) : 'waiting' }
        setUploads((before) => [...before, upload])
        if (upload.state === 'waiting') enqueue(upload)
      }
    },
    retry: (upload: Upload) => {
      set(upload.id, 'waiting')
      enqueue(upload)
    },
    remove,
  }
}
