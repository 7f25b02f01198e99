CREATE TABLE "scripture_loads" (
	"source" text PRIMARY KEY,
	"stamp" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scripture_loads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scripture_references" (
	"verse" integer PRIMARY KEY,
	"targets" integer[] NOT NULL,
	"scores" smallint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scripture_references" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scripture_verses" (
	"edition" text,
	"verse" integer,
	"through" integer,
	"label" text,
	"body" text NOT NULL,
	"words" tsvector GENERATED ALWAYS AS (to_tsvector('english', body)) STORED,
	CONSTRAINT "scripture_verses_pkey" PRIMARY KEY("edition","verse")
);
--> statement-breakpoint
ALTER TABLE "scripture_verses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "scripture_verses_words" ON "scripture_verses" USING gin ("words");--> statement-breakpoint
CREATE POLICY "scripture_loads_client" ON "scripture_loads" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (true);--> statement-breakpoint
CREATE POLICY "scripture_loads_platform" ON "scripture_loads" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "scripture_references_client" ON "scripture_references" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (true);--> statement-breakpoint
CREATE POLICY "scripture_references_platform" ON "scripture_references" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "scripture_verses_client" ON "scripture_verses" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (true);--> statement-breakpoint
CREATE POLICY "scripture_verses_platform" ON "scripture_verses" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);