import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { poolOf } from '../db/sql.ts'
import { type Jobs, openJobs } from '../jobs/jobs.ts'
import type { Relay } from '../jobs/relay.ts'
import type { PublishedDocuments } from '../http/published-document.ts'
import { loggable } from '../errors/loggable.ts'
import type { EntityManager } from '../entities/database.ts'
import { announceArrivals } from '../modules/announcements/arrivals.ts'
import { signInLimit } from '../modules/auth/sign-in-limit.ts'
import { singleSignOn } from '../modules/auth/single-sign-on.ts'
import { campaignLinks } from '../modules/campaigns/known-links.ts'
import { recentScans } from '../modules/campaigns/recent-scans.ts'
import { scanCounts } from '../modules/campaigns/scan-counts.ts'
import { scanFiles } from '../modules/campaigns/scan-files.ts'
import { liveStreams } from '../modules/live/live-streams.ts'
import { moveScannedPieces } from '../modules/pieces/scanned-pieces.ts'
import { pieceSender } from '../modules/pieces/send-piece.service.ts'
import { openFileStore } from '../modules/print/files/open-file-store.ts'
import { printLimits } from '../modules/print/print-limits.ts'
import { finishedProofs } from '../modules/print/proofs/finished-proofs.ts'
import { takeProofs } from '../modules/print/proofs/proof-outbox.ts'
import { rememberedRenderers, type Renderers } from '../modules/print/renderers/remembered-renderers.ts'
import { findRenderers as readRenderers } from '../modules/print/renderers/renderers.queries.ts'
import { accessLog } from '../modules/privacy/access-log.ts'

/** The services passed to every handler, in addition to its input and the request's context. */
export type Services = ReturnType<typeof openServices>

interface Settings {
  config: Config
  em: EntityManager
  /** The contract of this server's routes. */
  documents: PublishedDocuments
  /** Replaces the renderers that run as separate processes. */
  findRenderers: (() => Promise<Renderers>) | undefined
}

/** Opens the services that handlers share, and closes them with the server. */
export function openServices(app: FastifyInstance, { config, em, documents, findRenderers }: Settings) {
  const { databaseUrl, campaignsDir } = config
  const getPool = () => poolOf(em)
  const warn = (message: string) => (error: unknown) => app.log.warn({ error: loggable(error) }, message)
  const services = {
    em,
    config,
    documents,
    /** Announces new records to staff who have a list open. */
    arrivals: announceArrivals(getPool, warn('arrivals were not announced')),
    /** Records who read personal data. */
    accessLog: accessLog({ getPool, onFailure: warn('reads were not written down yet') }),
    streams: liveStreams({ databaseUrl, onFailure: warn('lost the live connection') }),
    signInLimit: signInLimit(em, config.signInsPerMinute),
    /** The provider through which staff sign in. Undefined when they sign in here, with a password. */
    singleSignOn: config.singleSignOn && singleSignOn(config.singleSignOn),
    /** False when the same browser followed the same link a moment ago. */
    isNewScan: recentScans(),
    /** The short links of printed pieces. */
    campaignLinks: campaignLinks({ getPool, folder: campaignsDir, onFailure: warn('campaign links were not read') }),
    /** Counts scans of short links. */
    scans: scanCounts({
      getPool,
      files: scanFiles(campaignsDir),
      movePieces: (pieces) => moveScannedPieces(em, pieces),
      timeZone: config.businessTimeZone,
      onFailure: warn('scans were not stored and are kept in a file'),
    }),
    /** Print files, page images, and uploaded images. */
    files: openFileStore(config),
    /** Print API limits for each network. */
    printLimits: printLimits(em, config.writesPerMinute),
    /** The renderers that are currently available. */
    findRenderers: findRenderers ?? rememberedRenderers(() => readRenderers(em.fork({ useContext: false }))),
    finishedProofs: finishedProofs({
      databaseUrl,
      pool: getPool,
      onFailure: warn('lost the connection that announces proofs'),
    }),
    /** Sends pieces with an account key. */
    sendPiece: pieceSender(config.pieces),
    /** Queues new proofs when it is woken. */
    proofRelay: proofRelay(openJobs(em, { databaseUrl, log: app.log })),
  }
  app.addHook('onClose', () => services.finishedProofs.close())
  app.addHook('onClose', () => services.proofRelay.stop())
  // Runs while the database is certainly still open, and again for requests served meanwhile.
  app.addHook('preClose', () => services.scans.flush())
  app.addHook('onClose', () => services.scans.close())
  app.addHook('preClose', () => services.accessLog.flush())
  app.addHook('onClose', () => services.accessLog.close())
  // An open stream would keep the server from closing.
  app.addHook('preClose', () => services.streams.close())
  app.addHook('onClose', () => services.arrivals.close())
  return services
}

/**
 * Queues new proofs. Renderers do so as well, so a proof survives an instance that dies first. Starts with the first
 * proof.
 */
function proofRelay(jobs: Jobs): Relay {
  let relay: Relay | undefined
  return {
    wake() {
      relay ??= jobs.relay('proofs', takeProofs)
      relay.wake()
    },
    stop: () => jobs.stop(0),
  }
}
