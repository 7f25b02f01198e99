CREATE TABLE "video_positions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"video_id" uuid NOT NULL,
	"user_id" uuid,
	"person_id" uuid,
	"position_ms" integer NOT NULL,
	"finished_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	CONSTRAINT "video_positions_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "video_positions_one_viewer" CHECK (num_nonnulls(user_id, person_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "video_positions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "video_positions_user" ON "video_positions" ("client_id","video_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "video_positions_person" ON "video_positions" ("client_id","video_id","person_id");--> statement-breakpoint
CREATE INDEX "video_positions_of_person" ON "video_positions" ("client_id","person_id");--> statement-breakpoint
ALTER TABLE "video_positions" ADD CONSTRAINT "video_positions_video" FOREIGN KEY ("client_id","video_id") REFERENCES "videos"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_positions" ADD CONSTRAINT "video_positions_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "video_positions_client" ON "video_positions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_positions_platform" ON "video_positions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);