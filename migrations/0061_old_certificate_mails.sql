-- What became of a mail to a customer is shown for a month, as of other mails; that it was sent is in the audit log.
GRANT DELETE ON certificate_mails TO plumbline_app;
CREATE POLICY remove_old ON certificate_mails FOR DELETE USING ((SELECT app_sees_all()) AND finished_at IS NOT NULL);
CREATE INDEX certificate_mails_finished ON certificate_mails (finished_at) WHERE finished_at IS NOT NULL;
