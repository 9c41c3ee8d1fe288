interface GameHeaderProps {
  name: string;
  /** Path of the wide picture; null where there is none. */
  art: string | null;
  /** A line under the name. */
  lead: string;
}

/** A game's wide header: its name over its art. */
export function GameHeader({ name, art, lead }: GameHeaderProps) {
  return (
    <header className="relative isolate grid min-h-60 overflow-hidden bg-well text-ink scheme-dark sm:min-h-[clamp(18rem,30vw,28rem)]">
      {art && (
        <img
          src={art}
          alt={`Scene from ${name}`}
          width={960}
          height={540}
          fetchPriority="high"
          className="absolute inset-0 -z-10 size-full object-cover text-transparent"
        />
      )}
      <div className="absolute inset-0 -z-10 bg-linear-to-t from-veil via-veil/30 to-transparent" />
      <div className="absolute inset-0 -z-10 bg-linear-to-r from-veil/80 via-veil/35 to-transparent" />
      <div className="mx-auto grid w-full max-w-wide content-end gap-2 px-4 py-8 sm:px-8 sm:py-10">
        {/* From the fold of the navigation on, the purchase lies over the right of the art. */}
        <h1
          className={`wrap-anywhere lg:max-w-[calc(100%-25rem)] ${name.length > 32 ? 'text-3xl' : 'max-w-[22ch] text-hero'}`}
        >
          {name}
        </h1>
        {lead && <p className="text-lg text-muted">{lead}</p>}
      </div>
    </header>
  );
}
