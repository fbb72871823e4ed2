/** An S3-compatible file store. */
export interface S3Settings {
  /** Origin of the store, plus a path if it has one. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Storage of print files and uploaded images: a local folder or an S3 bucket. */
export type FileSettings = { folder: string } | { s3: S3Settings }

type Given = Partial<Record<`FILES_S3_${'ENDPOINT' | 'BUCKET' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'}`, string>> &
  Record<'FILES_DIR' | 'FILES_S3_REGION', string>

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
