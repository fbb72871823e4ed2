import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Tracing } from './tracing.types.ts'

const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
const propagator = new W3CTraceContextPropagator()

const carrier = { get: (from: { traceparent: string }) => from.traceparent, keys: () => ['traceparent'] }

const contextFrom = (traceparent: string | undefined): Context =>
  traceparent ? propagator.extract(ROOT_CONTEXT, { traceparent }, carrier) : ROOT_CONTEXT

/**
 * Spans are created explicitly where requests arrive, records are synced, and the CRM is called. No library is patched.
 */
export function openTelemetry(collector: string, service: string): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({ url: `${collector.replace(/(?<!\/)\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `direct-mail-${service}` }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('direct-mail')

  return {
    serve(method, traceparent, next) {
      const parent = contextFrom(traceparent)
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        parent,
      )
      context.with(trace.setSpan(parent, span), next)
      return {
        end(route, status) {
          span.updateName(`${method} ${route}`)
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },

    async within({ name, kind, parent }, run) {
      const outer = parent ? contextFrom(parent) : context.active()
      const span = tracer.startSpan(name, { kind: kinds[kind] }, outer)
      try {
        return await context.with(trace.setSpan(outer, span), run)
      } catch (error) {
        // Only the name: a message may contain personal data.
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error })
        throw error
      } finally {
        span.end()
      }
    },

    current() {
      const carried: Record<string, string> = {}
      propagator.inject(context.active(), carried, { set: (to, key, value) => void (to[key] = value) })
      return carried['traceparent']
    },

    async stop() {
      await provider.shutdown()
      context.disable()
    },
  }
}
