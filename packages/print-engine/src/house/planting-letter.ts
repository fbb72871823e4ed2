/** Written by `pnpm --filter @app/print-engine house` from the pieces of the site. */
export const plantingLetter = `<!doctype html>
<html lang="en">
<!--
  The page is the piece with its bleed: --trim-width, --trim-height and --bleed are its measures. We draw addresses,
  barcode and postage after the template, so it holds none of them.
-->
<style>
  body {
    --ink: #14213d;
    --stamp: #c8401c;
    --teal: #12766b;
    --rule: #e4dccf;
    color: var(--ink);
    font-family: 'Instrument Sans';
  }
  .letter {
    position: absolute;
    inset: var(--bleed);
    line-height: 1.2;
  }
  .field {
    background-image: linear-gradient(var(--stamp), var(--stamp));
    background-position: 0 96%;
    background-repeat: no-repeat;
    background-size: 100% max(1px, 0.06em);
  }
  .letterhead {
    position: absolute;
    top: 0.5in;
    right: 0.7in;
    display: flex;
    align-items: center;
    gap: 0.12in;
    font-family: 'Bricolage Grotesque';
    font-size: 0.27in;
    font-weight: 700;
  }
  .leafMark {
    width: 0.5in;
  }
  .letterBody {
    position: absolute;
    top: 3.2in;
    right: 0.9in;
    left: 0.625in;
    font-size: 0.2in;
    line-height: 1.5;
  }
  .letterBody p {
    margin: 0 0 0.2in;
    text-wrap: pretty;
  }
  .signature {
    font-family: 'Bricolage Grotesque';
    font-size: 0.26in;
    font-weight: 700;
  }
  .letterFoot {
    position: absolute;
    right: 0.7in;
    bottom: 0.6in;
    left: 0.625in;
    display: flex;
    align-items: center;
    gap: 0.25in;
    padding-top: 0.3in;
    border-top: max(1px, 0.012in) solid var(--rule);
    font-family: 'JetBrains Mono';
    font-size: 0.16in;
  }
  .letterQr {
    width: 1.46in;
    aspect-ratio: 1;
    margin: -0.08in;
  }
  .letterOffer {
    margin-bottom: 0.08in;
    font-family: 'Bricolage Grotesque';
    font-size: 0.34in;
    font-weight: 700;
  }
  .sun {
    fill: var(--stamp);
  }
  .markStem {
    fill: none;
    stroke: var(--ink);
    stroke-linecap: round;
    stroke-width: 4;
  }
  .leafDark {
    fill: color-mix(in oklab, var(--teal) 55%, var(--ink));
  }
</style>
<body>
  <div class="letter">
    <div class="letterhead">
      <svg class="leafMark" viewBox="0 0 48 48">
        <path d="M24 46C24 34 24 26 24 18" class="markStem" />
        <path d="M24 30C10 30 4 20 4 8C18 8 24 16 24 30Z" class="leafDark" />
        <path d="M24 24C24 12 32 4 45 4C45 16 38 24 24 24Z" class="sun" />
      </svg>
      <span>Your Garden Center</span>
    </div>
    <div class="letterBody">
      <p>Dear <span class="field">{{first_name}}</span>,</p>
      <p>The last frost in <span class="field">{{city}}</span> usually falls around <span class="field">{{frost_date}}</span>. That leaves a few weeks to get beds ready, and we have drawn up a planting plan for zone <span class="field">{{zone}}</span> to make the most of them.</p>
      <p>Inside you will find what to sow first, what to wait on, and a <span class="field">{{offer}}</span> credit toward your first order. It is already on your account.</p>
      <p>Scan the code and your plan opens with your name on it.</p>
      <p>See you in the garden,</p>
      <div class="signature">Your Garden Center</div>
    </div>
    <div class="letterFoot">
      <qr-code class="letterQr" value='https://garden.example/{{plan ?? "spring"}}'></qr-code>
      <div>
        <div class="letterOffer"><span class="field">{{offer}}</span> off your first planting plan</div>
        <div>garden.example/{{plan ?? "spring"}}</div>
      </div>
    </div>
  </div>
</body>
</html>
`
