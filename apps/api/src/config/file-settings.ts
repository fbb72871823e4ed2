/** An S3-compatible store of files. */
export interface S3Settings {
  /** Origin of the store, and a path where it has one. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Storage of print files and uploaded images: a local folder or an S3 bucket. */
export type FileSettings = { folder: string } | { s3: S3Settings }

interface Given {
  FILES_DIR: string
  FILES_S3_ENDPOINT?: string | undefined
  FILES_S3_BUCKET?: string | undefined
  FILES_S3_REGION: string
  FILES_S3_ACCESS_KEY_ID?: string | undefined
  FILES_S3_SECRET_ACCESS_KEY?: string | undefined
}

const together = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_BUCKET',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
] as const

/** Problems with the settings of the store, by setting: all or none must be set. */
export function fileProblems(given: NodeJS.ProcessEnv): [string, string][] {
  const missing = together.filter((name) => given[name] === undefined)
  if (missing.length === together.length) return []
  return missing.map((name) => [name, 'must be set together with the other settings of the S3-compatible store'])
}

export function fileSettings(given: Given): FileSettings {
  const {
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_REGION: region,
    FILES_S3_ACCESS_KEY_ID: accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = given
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return { folder: given.FILES_DIR }
  return { s3: { endpoint: endpoint.replace(/(?<!\/)\/+$/, ''), bucket, region, accessKeyId, secretAccessKey } }
}
